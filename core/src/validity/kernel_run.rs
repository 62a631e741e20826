//! Verdicts on claims in kernels without a symbol file, from a list of offsets ([`crate::kernels`]).

use super::place::MemberLocator;
use super::{KernelRun, Verdict};
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::units::ByteOffset;

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
        let last = runs.last_mut();
        match last.filter(|run| run.arch == kernel.arch && run.offset == offset) {
            Some(run) => {
                run.last = kernel.build;
                run.kernels += 1;
            }
            None => runs.push(KernelRun {
                source: dataset.kernels().source().to_owned(),
                arch: kernel.arch,
                first: kernel.build,
                last: kernel.build,
                kernels: 1,
                verdict: match offset == claimed.get() {
                    true => Verdict::Same,
                    false => Verdict::Moved,
                },
                offset,
            }),
        }
    }
    runs
}
