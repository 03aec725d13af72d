/*!
The room `post`: one suite for all mailboxes, one for all couriers, against real servers; scripted servers for what real
ones do not show.
*/

mod couriers;
mod mailboxes;
mod scripted;
mod traps;
mod words;
