//! Lists in the order of first mention.

use std::collections::{HashMap, VecDeque};
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

/// What has the same key in two lists, pair by pair in the order of the first; then what the second has alone.
///
/// As far as the lists have one order no table is made of their keys.
pub fn paired<K: Eq + Hash, V>(
    one: impl IntoIterator<Item = (K, V)>,
    other: impl IntoIterator<Item = (K, V)>,
    mut each: impl FnMut(Option<V>, Option<V>),
) {
    let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
    while one.peek().zip(other.peek()).is_some_and(|((key, _), (same, _))| key == same) {
        each(one.next().map(|(_, value)| value), other.next().map(|(_, value)| value));
    }
    let mut places: HashMap<K, VecDeque<usize>> = HashMap::new();
    let mut rest = Vec::new();
    for (at, (key, value)) in other.enumerate() {
        places.entry(key).or_default().push_back(at);
        rest.push(Some(value));
    }
    for (key, value) in one {
        let place = places.get_mut(&key).and_then(VecDeque::pop_front);
        each(Some(value), place.and_then(|at| rest[at].take()));
    }
    rest.into_iter().flatten().for_each(|value| each(None, Some(value)));
}
