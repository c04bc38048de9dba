use collisionbench::record::SourceRecord;
use collisionbench::report::pictures::publication::*;

#[test]
fn a_citation_has_authors_year_and_the_whole_source() {
    let dataset = SourceRecord {
        name: "reference-data/published/kharaz-2001-kratos".to_string(),
        title: "Oblique impacts".to_string(),
        source: "Kharaz, Gorham & Salman 2001, Powder Technology 120, 281".to_string(),
        experiment: true,
    };
    let expected = "@misc{kharaz-2001-kratos,\n  title = {Oblique impacts},\n  \
                    author = {Kharaz and Gorham and Salman},\n  year = {2001},\n  \
                    note = {Kharaz, Gorham \\& Salman 2001, Powder Technology 120, 281}\n}\n";
    assert_eq!(entry(&dataset), expected);
}
