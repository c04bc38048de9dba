//! A recording as tests change it.

use std::fmt::Write as _;

/// Names of the columns, and a list of numbers a row.
#[derive(Clone)]
pub struct Table {
    pub header: Vec<String>,
    pub rows: Vec<Vec<f64>>,
}

impl Table {
    pub fn read(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let header = lines.next().unwrap().split(',').map(String::from).collect();
        let rows = lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
        Self { header, rows }
    }

    /// One pair of a dump of LAMMPS with [x, vx, fx] of each atom, or all of a state: what is not in it is 0.
    pub fn of_dump(dump: &str, time_step: f64, pair: usize) -> Self {
        let lines: Vec<&str> = dump.lines().collect();
        let atoms: usize = lines[3].parse().unwrap();
        let names: Vec<&str> = lines[8].split_whitespace().skip(3).collect();
        let find = |name: &str| names.iter().position(|known| *known == name);
        let states = ["x", "y", "z", "vx", "vy", "vz", "omegax", "omegay", "omegaz"].map(find);
        let mut table = Self { header: header(), rows: Vec::new() };
        for snapshot in lines.chunks(9 + atoms) {
            let atom = |of: usize| -> Vec<f64> {
                let line = snapshot[9 + 2 * pair + of].split_whitespace().skip(1);
                line.map(|cell| cell.parse().unwrap()).collect()
            };
            let (one, two) = (atom(0), atom(1));
            let mut row = vec![snapshot[1].parse::<f64>().unwrap() * time_step];
            for atom in [&one, &two] {
                row.extend(states.map(|at| at.map_or(0.0, |at| atom[at])));
            }
            row.push(one[find("fx").unwrap()]);
            table.rows.push(row);
        }
        table
    }

    /// Every number so that it reads back.
    pub fn text(&self) -> String {
        self.written(|value| format!("{value:?}"))
    }

    pub fn written(&self, write: impl Fn(f64) -> String) -> String {
        let mut text = self.header.join(",") + "\n";
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|value| write(*value)).collect();
            writeln!(text, "{}", cells.join(",")).unwrap();
        }
        text
    }

    pub fn column(&self, name: &str) -> usize {
        self.header.iter().position(|known| known == name).unwrap()
    }

    /// The three columns of a vector of a body.
    pub fn vector(&self, name: &str, body: usize) -> [usize; 3] {
        ["x", "y", "z"].map(|axis| match name {
            "x" => self.column(&format!("{axis}{body}")),
            _ => self.column(&format!("{name}{axis}{body}")),
        })
    }

    /// The velocities of all rows but the first times a factor; the last ones, in free flight, are flown with them.
    pub fn end_faster(&mut self, factor: f64) {
        let velocities = [self.vector("v", 1), self.vector("v", 2)].concat();
        for row in &mut self.rows[1..] {
            velocities.iter().for_each(|&column| row[column] *= factor);
        }
        let end: Vec<f64> = velocities.iter().map(|&column| self.rows.last().unwrap()[column]).collect();
        let flies = |row: &Vec<f64>| velocities.iter().zip(&end).all(|(&column, v)| row[column] == *v);
        let from = self.rows.iter().position(flies).unwrap();
        let start = self.rows[from].clone();
        let places = [self.vector("x", 1), self.vector("x", 2)].concat();
        for row in &mut self.rows[from..] {
            for (&place, v) in places.iter().zip(&end) {
                row[place] = start[place] + v * (row[0] - start[0]);
            }
        }
    }

    /// Both bodies' vectors of a kind, changed.
    pub fn each(&mut self, name: &str, change: impl Fn([f64; 3]) -> [f64; 3]) {
        for body in [1, 2] {
            let columns = self.vector(name, body);
            for row in &mut self.rows {
                let changed = change(columns.map(|column| row[column]));
                columns.into_iter().zip(changed).for_each(|(column, value)| row[column] = value);
            }
        }
    }

    /// Largest coordinate, m.
    pub fn farthest(&self) -> f64 {
        let columns = [1, 2].map(|body| self.vector("x", body)).concat();
        let all = self.rows.iter().flat_map(|row| columns.iter().map(|&column| row[column].abs()));
        all.fold(0.0, f64::max)
    }

    pub fn last_time(&self) -> f64 {
        self.rows.last().unwrap()[self.column("time")].abs()
    }
}

pub fn header() -> Vec<String> {
    let body = |n: usize| ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"].map(|name| format!("{name}{n}"));
    [vec!["time".to_string()], body(1).to_vec(), body(2).to_vec(), vec!["force".to_string()]].concat()
}
