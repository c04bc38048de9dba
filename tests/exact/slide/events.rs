//! From event to event: what ends a step, and what an impact does as a whole.

use super::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Slide,
    Turning,
    ZeroForce,
    End,
}

/// An impact from the velocity along the contact and the surface speeds of both bodies.
pub fn impact(problem: &Problem, v: Double, o: [Double; 2]) -> Result<Impact, Left> {
    let zero = Double::ZERO;
    let force = if problem.beta == 0 { problem.g } else { zero };
    let mut y = State { time: zero, q: zero, w: Double::ONE, v, o, memory: zero, angle: zero, force };
    let mut branch = Branch { pushes: true, hold: 1.0, stretch: problem.form == Form::Total, slide: Slide::Loose };
    branch.slide = problem.begin(&branch, &mut y);
    let slip = problem.expand(&branch, &y).slip[0];
    let mut found = Impact {
        turning: y,
        peak: y,
        zero_force: None,
        end: y,
        deleted: false,
        slip,
        normal_dashpot: zero,
        friction: zero,
        dashpot: zero,
        created: zero,
        shear_strain: zero,
        twist: zero,
        changes: 0,
    };
    let (mut turned, mut stored, mut first, mut instant) = (false, zero, true, 0);
    let mut events = 0;
    for _ in 0..MOST[1] {
        let s = problem.expand(&branch, &y);
        let mut h = s.length();
        let softening = matches!(branch.slide, Slide::Slip(_))
            && problem.is_spring()
            && !problem.lumps()
            && problem.gamma > 0
            && !problem.unbounded();
        if softening && problem.has_pole() {
            h = h.min(0.08 * y.q.value() / s.w[0].value().abs().max(0.08 * y.q.value()));
        }
        // Nothing is looked for beyond the end: even powers of the overlap would come back there.
        let end = if y.q.value() > 0.0 { falls(&s.q, h) } else { None };
        let mut next: Option<(Event, Double)> = end.map(|s| (Event::End, s));
        let within = end.map_or(h, |s| s.value());
        let mut take = |event: Event, x: &Series| {
            if let Some(s) = falls(x, within)
                && next.is_none_or(|(_, best)| s.value() < best.value())
            {
                next = Some((event, s));
            }
        };
        if !turned {
            take(Event::Turning, &s.w);
        }
        if problem.g.hi > 0.0 && problem.beta < problem.alpha && branch.pushes && found.zero_force.is_none() {
            let apart = (problem.alpha - problem.beta) as usize;
            take(Event::ZeroForce, &plus(&s.powers[apart], &s.w, problem.g));
        }
        match branch.slide {
            Slide::Stick => {
                let whole = problem.capped() || problem.form == Form::Coulomb;
                let asked = if whole { &s.force } else { &s.spring };
                for sign in [1.0, -1.0] {
                    take(Event::Slide, &plus(&s.limit, asked, d(sign)));
                }
            }
            Slide::Slip(sign) if problem.form == Form::Coulomb => take(Event::Slide, &scaled(&s.slip, d(sign))),
            Slide::Slip(sign) => take(Event::Slide, &problem.excess(&branch, &s, sign)),
            Slide::Loose => {}
        }
        let reach = next.map_or(d(h), |(_, s)| s);
        // The ledger of the step.
        if first {
            let begun = problem.stored(&branch, &s, zero);
            found.friction = found.friction - (begun - stored);
            stored = begun;
            first = false;
        }
        let left = problem.stored(&branch, &s, reach);
        let work = |x: &Series, y: &Series| integral(&times(&s.clock, &times(x, y)), reach);
        let taken = if branch.pushes { s.drag } else { scaled(&s.elastic, d(-1.0)) };
        found.normal_dashpot = found.normal_dashpot + work(&taken, &s.w);
        found.twist = found.twist + work(&s.lever, &s.force);
        found.created = found.created + work(&s.force, &plus(&s.slip, &s.through, d(-1.0)));
        let power = work(&s.spring, &s.slip);
        let damped = work(&s.dash, &s.slip);
        let added = problem.sliding == WhileSliding::Added;
        match branch.slide {
            Slide::Loose => {
                found.friction = found.friction - (left - stored);
                found.dashpot = found.dashpot + damped;
            }
            _ if problem.form == Form::Coulomb => found.friction = found.friction + work(&s.force, &s.slip),
            _ if problem.unbounded() && !(problem.capped() && branch.slide != Slide::Stick) => {
                found.friction = found.friction + power;
                found.dashpot = found.dashpot + damped;
            }
            Slide::Stick => {
                found.created = found.created + (left - stored - power);
                found.dashpot = found.dashpot + damped;
            }
            Slide::Slip(_) if problem.lumps() => {
                let done = if added { power } else { work(&s.force, &s.slip) };
                found.friction = found.friction + done - (left - stored);
                if added {
                    found.dashpot = found.dashpot + damped;
                }
            }
            Slide::Slip(_) => {
                let soft = if problem.gamma > 0 { integral(&problem.softens(&branch, &s), reach) } else { zero };
                let made = if branch.stretch { soft } else { -soft };
                found.created = found.created + made;
                found.friction = found.friction + power - (left - stored) + made;
                found.dashpot = found.dashpot + damped;
            }
        }
        stored = left;
        if let Some(top) = falls(&slope(&s.normal), h).filter(|s| s.value() <= reach.value()) {
            let top = s.at(top);
            if top.force.value() > found.peak.force.value() {
                found.peak = top;
            }
        }
        y = s.at(reach);
        let Some((event, length)) = next else {
            if problem.ends.pulls() && y.w.value() < 0.0 && y.w.value() > -1e-9 {
                return Err(Left::Stays);
            }
            continue;
        };
        events += 1;
        instant = if length.value() == 0.0 { instant + 1 } else { 0 };
        if instant > 2 {
            return Err(Left::Held);
        }
        if events > MOST[0] {
            return Err(Left::Long);
        }
        match event {
            Event::End => {
                found.end = State { q: zero, ..y };
                (found.shear_strain, found.changes) = (stored, events);
                return if turned { Ok(found) } else { Err(Left::Long) };
            }
            Event::Turning => {
                (found.turning, turned) = (y, true);
                if problem.form == Form::Rescaled {
                    if branch.slide == Slide::Stick {
                        y.memory = y.memory / (problem.kappa * at(&s.powers[problem.gamma as usize], length));
                    }
                    branch.stretch = true;
                }
                y.w = zero;
            }
            Event::ZeroForce => {
                found.zero_force = Some(y);
                if problem.ends == Ends::ZeroForce {
                    (found.end, found.deleted, found.shear_strain, found.changes) = (y, true, stored, events);
                    return Ok(found);
                }
                if problem.ends.pulls() {
                    branch.hold = match problem.limit {
                        FrictionLimit::Total => 0.0,
                        FrictionLimit::Absolute => -1.0,
                        FrictionLimit::Elastic | FrictionLimit::PullOff | FrictionLimit::Repulsive => 1.0,
                    };
                } else {
                    branch.pushes = false;
                }
                if problem.limit != FrictionLimit::Elastic && branch.slide != Slide::Loose {
                    branch.slide = unloaded(problem, &branch, &mut y);
                }
                first = true;
            }
            Event::Slide => {
                let before = branch.slide;
                branch.slide = match before {
                    Slide::Stick => {
                        let whole = problem.capped() || problem.form == Form::Coulomb;
                        Slide::Slip(at(if whole { &s.force } else { &s.spring }, length).value().signum())
                    }
                    Slide::Slip(_) if problem.form == Form::Coulomb => {
                        let stuck = problem.expand(&Branch { slide: Slide::Stick, ..branch }, &y);
                        let (asked, limit) = (stuck.force[0].value(), stuck.limit[0].value());
                        if asked.abs() > limit { Slide::Slip(asked.signum()) } else { Slide::Stick }
                    }
                    _ => {
                        y.memory = problem.remembered(&branch, &s, length);
                        Slide::Stick
                    }
                };
                first = true;
            }
        }
    }
    Err(Left::Long)
}

/// The slider where the force that bounds friction is zero.
fn unloaded(problem: &Problem, branch: &Branch, y: &mut State) -> Slide {
    if !branch.pushes || branch.hold == 0.0 {
        y.memory = Double::ZERO;
        return Slide::Loose;
    }
    let to = |slide: Slide| Branch { slide, ..*branch };
    if problem.form == Form::Coulomb {
        return branch.slide;
    }
    for sign in [1.0, -1.0] {
        let slips = to(Slide::Slip(sign));
        if problem.excess(&slips, &problem.expand(&slips, y), sign)[0].value() > 0.0 {
            return Slide::Slip(sign);
        }
    }
    let slips = to(Slide::Slip(1.0));
    y.memory = problem.remembered(&slips, &problem.expand(&slips, y), Double::ZERO);
    Slide::Stick
}
