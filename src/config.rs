/*!
The configuration file, to checked values.
*/
