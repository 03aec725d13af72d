/*!
THE RECORD, SQLite. The only room with SQL. Judges nothing.
*/
