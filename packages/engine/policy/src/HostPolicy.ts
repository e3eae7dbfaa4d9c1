import { Approvals, RuntimePolicy, type ToolDefinition } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { chooseSandbox } from "./grant/chooseSandbox.ts"
import { makeRuntimePolicy } from "./makeRuntimePolicy.ts"
import { makePolicyOfOwnParts } from "./Policy.ts"
import { callers } from "./parts/callers.ts"
import { ceilings } from "./parts/ceilings.ts"
import { escalations } from "./parts/escalations.ts"
import { turnCallers } from "./parts/turnCallers.ts"
import { allow } from "./verdict/verdicts.ts"

const because = { layer: "host", rule: "everything", source: "HostPolicy" }

const onHost = allow(because, { sandbox: "host", confinement: "waived", env: "any" })

// The verdict for a tool that has no implementation for the host.
const elsewhere = (tool: ToolDefinition) => allow(because, { sandbox: chooseSandbox(tool) })

const policy = makePolicyOfOwnParts([
  callers,
  ceilings,
  escalations,
  {
    name: "host",
    of: (tool) => (chooseSandbox(tool) === "host" ? onHost : elsewhere(tool)),
    explain: ({ tool }) => {
      const sandbox = chooseSandbox(tool)
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
 * Provides a policy that runs every tool on the host: unconfined, with the whole environment, and limited only by the
 * tool's own time-out. A tool that has only guest implementations runs in their sandbox. Use this policy for trusted
 * tools and an agent that a person watches.
 *
 * A call still gets only what it asks for. It may touch the files that its arguments name; a tool that declares no
 * files may read the workspace, and write there if its side effects include writing. A principal's ceiling and a
 * tool's declared callers apply as under every policy, and a person is asked about each call of a tool that escalates.
 * The gate's `Approvals` check a call that comes with an approval; a gate without `Approvals` refuses the call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { builtins, createToolgate } from "toolgate"
 * import { HostPolicy } from "toolgate/effect"
 *
 * // Runs everything without limits. Use it in tests and for trusted tools.
 * await using gate = await createToolgate({ workspace: ".", policy: HostPolicy.layer, tools: builtins() })
 * const judged = await gate.judge({ id: "1", tool: "write_file", args: { path: "note.txt", content: "hi" } })
 * assert.equal(judged.decision, "allow")
 * ```
 */
export const layer: Layer.Layer<RuntimePolicy> = Layer.unwrap(
  Effect.map(Effect.serviceOption(Approvals), (approvals) =>
    Layer.provide(
      Layer.effect(RuntimePolicy, makeRuntimePolicy(policy.judge, { mayPermit: policy.mayPermit })),
      Option.match(approvals, {
        onNone: () => Approvals.layerNobody,
        onSome: (given) => Layer.succeed(Approvals, given)
      })
    )
  )
)
