import { Approvals, RuntimePolicy, type ToolDefinition } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { naturalSandbox } from "./grant/naturalSandbox.ts"
import { policyOfOwnParts } from "./Policy.ts"
import { callers } from "./parts/callers.ts"
import { ceilings } from "./parts/ceilings.ts"
import { escalations } from "./parts/escalations.ts"
import { turnCallers } from "./parts/turnCallers.ts"
import { runtimePolicyOf } from "./runtimePolicyOf.ts"
import { allow } from "./verdict/verdicts.ts"

const because = { layer: "host", rule: "everything", source: "HostPolicy" }

const onHost = allow(because, { sandbox: "host", confinement: "waived", env: "any" })

// The verdict for a tool that has no implementation for the host.
const elsewhere = (tool: ToolDefinition) => allow(because, { sandbox: naturalSandbox(tool) })

const policy = policyOfOwnParts([
  callers,
  ceilings,
  escalations,
  {
    name: "host",
    of: (tool) => (naturalSandbox(tool) === "host" ? onHost : elsewhere(tool)),
    explain: ({ tool }) => {
      const sandbox = naturalSandbox(tool)
      const said =
        sandbox === "host"
          ? "Every tool that can run on the host runs there, unconfined."
          : `The host cannot run the tool. The tool runs in the sandbox "${sandbox}".`
      return [{ because, effect: "allow", said }]
    }
  },
  turnCallers
])

/**
 * A layer of the policy that runs every tool on the host, unconfined, with the whole environment, and with no limit but
 * the tool's own time-out. A tool that consists only of guests runs where guests run. Use this policy for trusted tools
 * and an agent that is watched.
 *
 * A call still gets no more than it asks for: it may touch the files that its arguments name, and a tool that declares
 * no files may touch the workspace, as far as its side effects go. A principal's ceiling and a tool's declared callers
 * hold as under every policy, and a person is asked about each call of a tool that escalates. A call that comes with an approval is checked by the `Approvals` of the gate, and refused
 * where there are none.
 *
 * ```ts
 * import { builtins } from "toolgate"
 * import { HostPolicy, ToolgateLayer } from "toolgate/effect"
 *
 * // Everything runs, without limits: for tests and for tools that all are trusted.
 * export const gate = ToolgateLayer.layer({ policy: HostPolicy.layer, tools: builtins() })
 * ```
 */
export const layer: Layer.Layer<RuntimePolicy> = Layer.unwrap(
  Effect.map(Effect.serviceOption(Approvals), (approvals) =>
    Layer.provide(
      Layer.effect(RuntimePolicy, runtimePolicyOf(policy.judge, { mayPermit: policy.mayPermit })),
      Option.match(approvals, {
        onNone: () => Approvals.layerNobody,
        onSome: (given) => Layer.succeed(Approvals, given)
      })
    )
  )
)
