mod response;
mod table;
