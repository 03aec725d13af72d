/*!
A letter, a delivery or a tick in; one transaction out. The only writer.
*/
