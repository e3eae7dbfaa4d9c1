import { Approvals, RuntimePolicy, type ToolDefinition } from "@toolgate/core"
import * as Layer from "effect/Layer"
import { callers } from "./callers.ts"
import { ceilings } from "./ceilings.ts"
import { naturalSandbox } from "./naturalSandbox.ts"
import { policyOfSound } from "./Policy.ts"
import { runtimePolicyOf } from "./runtimePolicyOf.ts"
import { allow } from "./verdicts.ts"

const because = { layer: "host", rule: "everything", source: "HostPolicy" }

const onHost = allow(because, { sandbox: "host", confinement: "waived", env: "any" })

// Nothing on the host could run it.
const elsewhere = (tool: ToolDefinition) => allow(because, { sandbox: naturalSandbox(tool) })

const policy = policyOfSound([
  callers,
  ceilings,
  {
    name: "host",
    of: (tool) => (naturalSandbox(tool) === "host" ? onHost : elsewhere(tool)),
    explain: ({ tool }) => {
      const sandbox = naturalSandbox(tool)
      const said =
        sandbox === "host"
          ? "Everything that can runs on the host, unconfined."
          : `Nothing on the host could run it: it runs in the sandbox "${sandbox}".`
      return [{ because, effect: "allow", said }]
    }
  }
])

/**
 * Everything runs on the host, unconfined, with the whole environment, and without limits but the tool's own time-out; what is
 * nothing but a guest, where guests run. For programs whose tools are trusted and whose agent is watched.
 *
 * It still hands out no more than it is asked for: a call may touch the files that its arguments name, and a tool that
 * declares none the workspace, as far as its side effects go. And nobody gets past a principal's ceiling or a tool's
 * declared callers.
 */
export const layer = Layer.effect(RuntimePolicy, runtimePolicyOf(policy.judge, { mayPermit: policy.mayPermit })).pipe(
  Layer.provide(Approvals.layerNobody)
)
