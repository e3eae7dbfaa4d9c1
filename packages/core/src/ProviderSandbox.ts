import * as Effect from "effect/Effect"
import { unenforced } from "./ExecutionGrant.ts"
import type { Permit } from "./Permit.ts"
import { refuse } from "./Refused.ts"
import type { Sandbox } from "./Sandboxes.ts"
import type { ToolDefinition } from "./Tool.ts"
import type { Ran } from "./ToolExecution.ts"
import { resolveWallTime } from "./wallTime.ts"

/**
 * The sandbox "provider" for hosted tools. They are judged like any tool but never run here: a call is answered with
 * `executed: "no"` and `metadata.deferred`, because the model provider runs the tool. A grant with restricted hosts is
 * refused if the tool uses the network, because the provider would not enforce it.
 */
export const make: Effect.Effect<Sandbox> = Effect.succeed({
  name: "provider",
  runs: new Set(["provider"] as const),
  prepare: (permit, tool) => {
    if (!tool.implementations.some(({ kind }) => kind === "provider"))
      return refuse(
        "SandboxUnavailable",
        `Tool "${permit.request.tool.name}" is not a hosted tool, and the sandbox "provider" runs hosted tools only.`
      )
    if (reachesNetwork(permit.request.tool) && permit.grant.access.hosts !== "any")
      return refuse(
        "SandboxUnavailable",
        `Tool "${permit.request.tool.name}" runs at the model provider, which cannot be restricted to the hosts of this call.`
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
        text: `Tool "${tool.name}" runs at the model provider. Nothing was run here; its result arrives with the next turn.`
      }
    ],
    success: true,
    metadata: { deferred: true }
  },
  error: undefined,
  enforced: unenforced,
  executed: "no"
})
