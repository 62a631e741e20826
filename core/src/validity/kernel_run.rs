//! Verdicts on claims in kernels without a symbol file, from a list of offsets ([`crate::kernels`]).

use super::Verdict;
use super::place::MemberLocator;
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::release::Build;
use crate::units::ByteOffset;

/// Consecutive kernels of the list, of one architecture, with the same offset of the member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelRun {
    pub arch: Arch,
    pub first: Build,
    pub last: Build,
    /// Number of kernels in the run; kernels with symbol files or without listed offsets may lie between them.
    pub kernels: usize,
    /// [`Verdict::Same`] or [`Verdict::Moved`]: a list states no types.
    pub verdict: Verdict,
    pub offset: ByteOffset,
}

/// Judges, by the list, the claim that the member is at `claimed`.
pub(super) fn judge_kernels(
    dataset: &Dataset,
    structure: &Structure,
    locator: &MemberLocator,
    claimed: ByteOffset,
    only: Option<Arch>,
) -> Vec<KernelRun> {
    let Some(ty) = structure.ty() else {
        return Vec::new();
    };
    let mut runs: Vec<KernelRun> = Vec::new();
    let member = format!("{}.{locator}", ty.full_name());
    for (kernel, offset) in dataset.kernels().with_member(&member) {
        let (module, arch, version) = kernel.key();
        let wanted = *module == ty.module && only.is_none_or(|only| arch == only);
        let described = || dataset.catalogue().image_at(module, arch, version);
        if !wanted || described().is_some() {
            continue;
        }
        let offset = ByteOffset::new(offset);
        let last = runs.last_mut();
        match last.filter(|run| run.arch == kernel.arch && run.offset == offset) {
            Some(run) => {
                run.last = kernel.build;
                run.kernels += 1;
            }
            None => runs.push(KernelRun {
                arch: kernel.arch,
                first: kernel.build,
                last: kernel.build,
                kernels: 1,
                verdict: match offset == claimed {
                    true => Verdict::Same,
                    false => Verdict::Moved,
                },
                offset,
            }),
        }
    }
    runs
}
