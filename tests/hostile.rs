//! The service as a whole against hostile, odd and unlucky mail.

mod copies;
mod corpus;
mod echo;
mod forged;
mod misuse;
mod odd;
mod pen;
mod reports;
mod table;
mod unread;
