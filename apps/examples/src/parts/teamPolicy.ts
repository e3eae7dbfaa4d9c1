// A policy, written against the port alone: a table of who may use what.
import { RuntimePolicy, refuse, unlimited } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const table = new Map([
  ["archivist", ["read_file", "list_dir"]],
  ["writer", ["read_file", "list_dir", "write_file"]]
])
const isAllowed = (agent: string, tool: string) => table.get(agent)?.includes(tool) === true

export const teamPolicy = Layer.succeed(RuntimePolicy, {
  mayPermit: (tool, { principal, caller }) => caller.kind === "direct" && isAllowed(principal.agent, tool.name),
  checkPermission: (request) => {
    const { tool, resources, context } = request
    const { agent } = context.principal
    const because = { layer: "team", rule: `${agent}: ${tool.name}`, source: "the team's table" }
    if (context.caller.kind !== "direct" || !isAllowed(agent, tool.name))
      return refuse("PolicyDenied", `Permission denied: agent "${agent}" has no tool "${tool.name}".`, because)
    // A call gets the files in its arguments, and ten seconds.
    const files = resources.flatMap((one) =>
      one.kind === "file" ? [{ path: one.path, mode: one.mode, scope: "exact" as const }] : []
    )
    const limits = { ...unlimited(), wallMs: 10_000 }
    return Effect.succeed({
      request,
      grant: { sandbox: "host", confinement: "required", limits, access: { files, hosts: [], env: [] } },
      because,
      waitedMs: 0
    })
  }
})
