use collisionbench::bench::NoResult;
use collisionbench::bench::observed::Collision;
use collisionbench::bench::observed::*;

fn collision(run: usize, scene: usize) -> Collision {
    Collision { run, scene, installation: String::new(), result: Err(NoResult::Failed("a test".to_string())) }
}

#[test]
fn each_is_found_among_gaps_and_several_installations() {
    let all = [collision(0, 1), collision(0, 1), collision(0, 3), collision(2, 0)];
    let index = CollisionIndex::new(&all, 3, 4);
    let counts = |run| [0, 1, 2, 3, 4].map(|scene| index.all(run, scene).len());
    assert_eq!([counts(0), counts(1), counts(2), counts(3)], [[0, 2, 0, 1, 0], [0; 5], [1, 0, 0, 0, 0], [0; 5]]);
    assert_eq!(index.first(2, 0).map(|c| (c.run, c.scene)), Some((2, 0)));
}
