//! The service as a whole against hostile, odd and unlucky mail.

mod corpus;
mod pen;
mod table;
