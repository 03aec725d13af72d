/*!
Three loops: receive, dispatch, clock. The only place that asks what time it is.
*/
