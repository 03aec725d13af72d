/*!
One queued mail: rendered, composed, handed over. Touches no store.
*/
