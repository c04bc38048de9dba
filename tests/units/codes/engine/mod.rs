mod bounce;
mod box_of_spheres;
mod columns;
mod folders;
mod installed;
#[cfg(unix)]
mod process;
