//! The sides of a comparison: in this process, or in one that runs a round for each line that it receives.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use crate::median;

/// How often each side is measured.
const ROUNDS: usize = 9;
/// How often it runs before that: JavaScript becomes fast only after some rounds.
const WARM_UP: usize = 4;

/// The time of one round, and its checksum.
pub(crate) struct Round {
    pub(crate) seconds: f64,
    pub(crate) sum: u32,
}

pub(crate) type Work<'a> = Box<dyn FnMut() -> Result<Round, String> + 'a>;

pub(crate) struct Side<'a> {
    pub(crate) name: &'static str,
    pub(crate) work: Work<'a>,
}

/// Seconds per round of each side, in the order of the sides.
pub(crate) struct Times(Vec<Vec<f64>>);

/// Runs the sides alternately; an error where two checksums differ.
pub(crate) fn compare(sides: &mut [Side<'_>]) -> Result<Times, String> {
    let mut times = vec![Vec::new(); sides.len()];
    let mut agreed: Option<(&str, u32)> = None;
    for round in 0..WARM_UP + ROUNDS {
        for (side, times) in sides.iter_mut().zip(&mut times) {
            let Round { seconds, sum } = (side.work)()?;
            let (first, expected) = *agreed.get_or_insert((side.name, sum));
            if sum != expected {
                return Err(format!(
                    "the checksums differ: {first} has 0x{expected:08x}, {} has 0x{sum:08x}",
                    side.name
                ));
            }
            if round >= WARM_UP {
                times.push(seconds);
            }
        }
    }
    Ok(Times(times))
}

impl Times {
    /// Takes seconds measured elsewhere.
    pub(crate) fn new(seconds: Vec<Vec<f64>>) -> Self {
        Self(seconds)
    }

    pub(crate) fn median(&self, side: usize) -> f64 {
        median(self.0.get(side).cloned().unwrap_or_default())
    }

    /// The ratio of two sides' times, as the median over the rounds.
    pub(crate) fn ratio(&self, slow: usize, fast: usize) -> f64 {
        let of = |side: usize| self.0.get(side).into_iter().flatten();
        median(
            of(slow)
                .zip(of(fast))
                .map(|(slow, fast)| slow / fast)
                .collect(),
        )
    }
}

/// A side in this process.
pub(crate) fn in_process<'a>(
    name: &'static str,
    mut sum: impl FnMut() -> Result<u32, String> + 'a,
) -> Side<'a> {
    let work = move || {
        let start = Instant::now();
        let sum = black_box(sum()?);
        Ok(Round {
            seconds: start.elapsed().as_secs_f64(),
            sum,
        })
    };
    Side {
        name,
        work: Box::new(work),
    }
}

/// A side in a process of its own, which prints `SECONDS SUM` for each line that it reads.
pub(crate) fn process<'a>(name: &'static str, command: &mut Command) -> Result<Side<'a>, String> {
    let mut script =
        Script::start(command).map_err(|error| format!("{name} does not start: {error}"))?;
    let work = move || {
        let line = script.round().map_err(|error| format!("{name}: {error}"))?;
        let fields = line.as_deref().and_then(|line| line.split_once(' '));
        let round = fields.and_then(|(seconds, sum)| {
            Some(Round {
                seconds: seconds.parse().ok()?,
                sum: sum.parse().ok()?,
            })
        });
        round.ok_or_else(|| format!("{name} ended, or printed no seconds and sum: {line:?}"))
    };
    Ok(Side {
        name,
        work: Box::new(work),
    })
}

/// A process, killed on drop.
struct Script {
    child: Child,
    asked: Option<ChildStdin>,
    answers: Option<Lines<BufReader<ChildStdout>>>,
}

impl Script {
    fn start(command: &mut Command) -> std::io::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        Ok(Self {
            asked: child.stdin.take(),
            answers: child.stdout.take().map(|out| BufReader::new(out).lines()),
            child,
        })
    }

    fn round(&mut self) -> std::io::Result<Option<String>> {
        if let Some(asked) = &mut self.asked {
            asked.write_all(b"round\n")?;
        }
        self.answers.as_mut().and_then(Iterator::next).transpose()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
