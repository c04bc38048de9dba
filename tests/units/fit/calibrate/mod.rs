mod response;
mod scatter;
mod table;
