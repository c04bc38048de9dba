use collisionbench::data::dataset::*;

/// FIPS 180-2, appendix B.1.
#[test]
fn hashes_are_sha_256_in_hexadecimal() {
    assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
