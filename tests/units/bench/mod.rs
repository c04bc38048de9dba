mod exit;
mod find;
mod index;
mod suspect;
mod trial;
mod verdict;
