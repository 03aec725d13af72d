/*!
Names that are drawn or derived: game ids, Message-IDs, confirmation codes. The only source of chance, seedable.
*/
