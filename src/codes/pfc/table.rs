//! The properties of PFC's Hertz model, row by row.

/// A row of the property table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Property {
    /// Heading it stands under.
    pub group: &'static str,
    /// The name in commands.
    pub keyword: &'static str,
    /// The symbol in formulas.
    pub symbol: &'static str,
    /// What it is, with its unit.
    pub meaning: &'static str,
    /// `FLT`, `INT`, `BOOL` or `VEC`.
    pub kind: &'static str,
    /// Allowed values.
    pub range: &'static str,
    /// Value unless set.
    pub default: &'static str,
    /// Whether a user may set it.
    pub modifiable: bool,
    /// `None` where inheritance has no meaning.
    pub inheritable: Option<bool>,
    /// The choices of a mode, one line each.
    pub choices: &'static [&'static str],
}

const ROW: Property = Property {
    group: "Hertz",
    keyword: "",
    symbol: "",
    meaning: "",
    kind: "FLT",
    range: "[0, +inf)",
    default: "0.0",
    modifiable: true,
    inheritable: Some(false),
    choices: &[],
};

const DASHPOT: Property = Property { group: "Dashpot", ..ROW };

/// Every row, in the order of the documentation.
pub const PROPERTIES: &[Property] = &[
    Property { keyword: "rgap", symbol: "g_r", meaning: "reference gap [length]", range: "R", ..ROW },
    Property { keyword: "hz_shear", symbol: "G", meaning: "shear modulus [stress]", inheritable: Some(true), ..ROW },
    Property {
        keyword: "hz_poiss",
        symbol: "nu",
        meaning: "Poisson's ratio [-]",
        range: "(-1, 0.5]",
        inheritable: Some(true),
        ..ROW
    },
    Property { keyword: "fric", symbol: "mu", meaning: "friction coefficient [-]", inheritable: Some(true), ..ROW },
    Property {
        keyword: "hz_mode",
        symbol: "M_s",
        meaning: "shear-force scaling mode [-]",
        kind: "INT",
        range: "{0; 1}",
        default: "0",
        choices: &["0: no scaling", "1: scaling is active"],
        ..ROW
    },
    Property { keyword: "hz_alpha", symbol: "alpha_h", meaning: "exponent of the spring [-]", default: "1.5", ..ROW },
    Property {
        keyword: "hz_slip",
        symbol: "s",
        meaning: "slip state [-]",
        kind: "BOOL",
        range: "{false, true}",
        default: "false",
        modifiable: false,
        inheritable: None,
        ..ROW
    },
    Property {
        keyword: "hz_force",
        symbol: "F^h",
        meaning: "Hertz force in the contact plane: (-F_n, F_ss, F_st); F_ss = 0 in 2D",
        kind: "VEC",
        range: "R^3",
        default: "0",
        ..ROW
    },
    Property {
        keyword: "dp_nratio",
        symbol: "beta_n",
        meaning: "normal critical damping ratio [-]",
        range: "[0.0, 1.0]",
        ..DASHPOT
    },
    Property {
        keyword: "dp_sratio",
        symbol: "beta_s",
        meaning: "shear critical damping ratio [-]",
        range: "[0.0, 1.0]",
        ..DASHPOT
    },
    Property { keyword: "dp_alpha", symbol: "alpha_d", meaning: "exponent of the dashpot [-]", ..DASHPOT },
    Property {
        keyword: "dp_mode",
        symbol: "M_d",
        meaning: "dashpot mode [-]",
        kind: "INT",
        range: "{0; 1; 2; 3}",
        default: "0",
        choices: &["0: always active", "1: no tension", "2: no shear damping in slip", "3: modes 1 and 2 together"],
        ..DASHPOT
    },
    Property {
        keyword: "dp_force",
        symbol: "F^d",
        meaning: "dashpot force in the contact plane: (-F_n, F_ss, F_st); F_ss = 0 in 2D",
        kind: "VEC",
        range: "R^3",
        default: "0",
        modifiable: false,
        ..DASHPOT
    },
];
