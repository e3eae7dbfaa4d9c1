import type { FileException, PermissionRequest, Verdict } from "@toolgate/core"
import type { UntriedPolicy } from "./LayeredPolicy.ts"
import type { ExplainedStep } from "./Policy.ts"
import { meetVerdicts } from "./verdict/meet.ts"

/**
 * Combines a policy with an untrusted file. The file can only narrow: a decision is the stricter of the decision
 * without the file (`wide`) and the decision with it (`narrow`), and the grant keeps the bounds of both.
 *
 * No entry of the file can therefore loosen the policy, even in combination with the other files. For example, if the
 * file keeps a call from the network, a person is still asked about the call, although the question would otherwise be
 * unnecessary.
 */
export const narrowPolicy = (wide: UntriedPolicy, narrow: UntriedPolicy): UntriedPolicy => ({
  judge: (request) => stricter(wide.judge(request), narrow.judge(request)),
  explain: (request) => {
    const before = wide.explain(request).verdict
    const { verdict: after, steps } = narrow.explain(request)
    const verdict = stricter(before, after)
    return { verdict, steps: verdict.decision === after.decision ? steps : [...steps, decidedBefore(before, request)] }
  },
  groups: narrow.groups,
  mayPermit: (tool, asker) => wide.mayPermit(tool, asker) && narrow.mayPermit(tool, asker),
  // The narrow policy contains the same files, and gets the same layers.
  digest: narrow.digest,
  exceptions: narrow.exceptions,
  admit: (tool) => {
    // The narrow policy contains the same files, so it refuses everything that the wide policy refuses.
    const problems = narrow.admit(tool)
    return problems.length > 0 ? problems : wide.admit(tool)
  },
  addGlobal: (layer) => {
    narrow.addGlobal(layer)
    wide.addGlobal(layer)
  },
  addRole: (role, layer) => {
    wide.addRole(role, layer)
    narrow.addRole(role, layer)
  }
})

const stricter = (before: Verdict, after: Verdict): Verdict => {
  const met = meetVerdicts(before, after)
  if (met.decision === "deny") return met
  const { except } = met.bounds
  const bounds = except === undefined ? met.bounds : { ...met.bounds, except: withoutDuplicates(except) }
  // The reasons of the narrow policy include those of the wide policy.
  const isSaid = before.decision === "ask" && after.decision === "ask" && after.why.includes(before.why)
  return isSaid && met.decision === "ask" ? { ...met, bounds, why: after.why } : { ...met, bounds }
}

/** Returns the exceptions without duplicates. Both policies list the protected paths. */
const withoutDuplicates = (exceptions: ReadonlyArray<FileException>): ReadonlyArray<FileException> => [
  ...new Map(exceptions.map((one) => [JSON.stringify(one), one])).values()
]

const decidedBefore = (verdict: Verdict, { context }: PermissionRequest): ExplainedStep => ({
  part: "the files before the last",
  agent: context.principal.agent,
  findings:
    verdict.decision === "allow"
      ? []
      : [{ because: verdict.because, effect: verdict.decision, said: verdict.why, change: "Change those files." }]
})
