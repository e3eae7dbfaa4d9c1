import { Approvals, RuntimePolicy } from "@toolgate/core"
import * as Layer from "effect/Layer"
import { callers } from "./callers.ts"
import { ceilings } from "./ceilings.ts"
import { policyOf } from "./Policy.ts"
import { settle } from "./settle.ts"
import { allow } from "./verdicts.ts"

const everything = allow(
  { layer: "host", rule: "everything", source: "HostPolicy" },
  {
    sandbox: "host",
    confinement: "waived",
    env: "any"
  }
)

const policy = policyOf([
  callers,
  ceilings,
  {
    name: "host",
    of: () => everything,
    explain: () => [{ because: everything.because, effect: "allow", said: "Everything runs on the host." }]
  }
])

/**
 * Everything runs on the host, without limits but the tool's own time-out. For programs whose tools are trusted and whose
 * agent is watched.
 *
 * It still hands out no more than it is asked for: a call may touch the files that its arguments name, and a tool that
 * declares none the workspace, as far as its side effects go. And nobody gets past a principal's ceiling or a tool's
 * declared callers.
 */
export const layer = Layer.effect(RuntimePolicy, settle(policy.judge, { mayPermit: policy.mayPermit })).pipe(
  Layer.provide(Approvals.layerNobody)
)
