mod find;
mod index;
mod likely_cause;
mod trial;
mod verdict;
