import * as Effect from "effect/Effect"
import { unenforced } from "./ExecutionGrant.ts"
import type { Permit } from "./Permit.ts"
import { refuse } from "./Refused.ts"
import type { Sandbox } from "./Sandboxes.ts"
import type { ToolDefinition } from "./Tool.ts"
import type { Ran } from "./ToolExecution.ts"
import { resolveWallTime } from "./wallTime.ts"

/**
 * The sandbox named "provider", in which hosted tools are judged like any tool, and never run. A call is answered with
 * `executed: "no"` and `metadata.deferred`, because the provider of the model runs the tool by itself. A grant that bounds the hosts
 * of a tool that reaches the network is refused: no provider is held to it.
 */
export const make: Effect.Effect<Sandbox> = Effect.succeed({
  name: "provider",
  runs: new Set(["provider"] as const),
  prepare: (permit, tool) => {
    if (!tool.implementations.some(({ kind }) => kind === "provider"))
      return refuse(
        "SandboxUnavailable",
        `Tool "${permit.request.tool.name}" is no hosted tool, and the sandbox "provider" runs nothing itself.`
      )
    if (reachesNetwork(permit.request.tool) && permit.grant.access.hosts !== "any")
      return refuse(
        "SandboxUnavailable",
        `Tool "${permit.request.tool.name}" is run by the provider of the model, which nothing holds to the hosts that the call may reach.`
      )
    const wallMs = resolveWallTime(permit)
    return typeof wallMs === "number" ? Effect.succeed({ start: () => deferred(permit) }) : Effect.fail(wallMs)
  }
})

const reachesNetwork = ({ sideEffects, effects }: ToolDefinition): boolean =>
  sideEffects === "EXECUTE" || sideEffects === "NETWORK" || effects.includes("network_access")

const deferred = ({ request: { tool } }: Permit): Ran => ({
  output: {
    content: [
      {
        type: "text",
        text: `Tool "${tool.name}" is run by the provider of the model. Nothing was run here; its result comes with the next turn.`
      }
    ],
    success: true,
    metadata: { deferred: true }
  },
  error: undefined,
  enforced: unenforced,
  executed: "no"
})
