//! Lists in the order of first mention.

use std::collections::HashMap;
use std::hash::Hash;

/// Each of some things once. They are compared one by one: for lists of a few different ones.
pub fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    all.into_iter().for_each(|one| enter(&mut found, one));
    found
}

/// Adds what is not in the list yet.
pub fn enter<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// The first value of each key.
pub fn first<K: Eq + Hash, V>(all: impl IntoIterator<Item = (K, V)>) -> HashMap<K, V> {
    let mut first = HashMap::new();
    for (key, value) in all {
        first.entry(key).or_insert(value);
    }
    first
}

/// What has the same key stands together, however many keys there are.
pub fn grouped<K: Clone + Eq + Hash, V>(all: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::new();
    for (key, value) in all {
        let place = *places.entry(key).or_insert_with_key(|key| {
            groups.push((key.clone(), Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(value);
    }
    groups
}
