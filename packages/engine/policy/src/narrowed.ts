import type { FileException, PermissionRequest, Verdict } from "@toolgate/core"
import type { LayeredPolicy } from "./LayeredPolicy.ts"
import { meetVerdicts } from "./meet.ts"
import type { ExplainedStep } from "./Policy.ts"

/**
 * A policy as a further file leaves it, which is trusted with nothing: the stricter of what is decided without the file (`wide`)
 * and with it (`narrow`), and what both leave of the grant. So nothing in the file can loosen, whatever it comes to mean beside
 * the others: a call that it keeps from the network is asked about as before, although there is less to ask about.
 */
export const narrowed = (wide: LayeredPolicy, narrow: LayeredPolicy): LayeredPolicy => ({
  judge: (request) => stricter(wide.judge(request), narrow.judge(request)),
  explain: (request) => {
    const before = wide.explain(request).verdict
    const { verdict: after, steps } = narrow.explain(request)
    const verdict = stricter(before, after)
    return { verdict, steps: verdict.decision === after.decision ? steps : [...steps, decidedBefore(before, request)] }
  },
  mayPermit: (tool, asker) => wide.mayPermit(tool, asker) && narrow.mayPermit(tool, asker),
  admit: (tool) => {
    // What the wide policy refuses, the narrow one does as well: it holds the same files.
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
  const bounds = except === undefined ? met.bounds : { ...met.bounds, except: once(except) }
  // The reasons with the file hold those without it.
  const isSaid = before.decision === "ask" && after.decision === "ask" && after.why.includes(before.why)
  return isSaid && met.decision === "ask" ? { ...met, bounds, why: after.why } : { ...met, bounds }
}

/** Both policies keep a call from what is protected. */
const once = (exceptions: ReadonlyArray<FileException>): ReadonlyArray<FileException> => [
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
