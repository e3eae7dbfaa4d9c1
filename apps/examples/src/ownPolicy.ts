// An app team's own policy in place of ours: a table of who may use what, from wherever the team keeps it. It depends on
// the vocabulary alone, and the gate does not change.
import { type ExecutionGrant, type PermissionRequest, RuntimePolicy, ready, refuse, unlimited } from "@toolgate/core"
import * as Layer from "effect/Layer"
import { builtins, createToolgate } from "toolgate"

const table = new Map([
  ["archivist", ["read_file", "list_dir"]],
  ["writer", ["read_file", "list_dir", "write_file"]]
])
const isAllowed = (agent: string, tool: string) => table.get(agent)?.includes(tool) === true

// A call gets what its own arguments point at, and ten seconds.
const grantOf = ({ resources }: PermissionRequest): ExecutionGrant => ({
  sandbox: "host",
  limits: { ...unlimited(), wallMs: 10_000 },
  access: {
    files: resources.flatMap((one) =>
      one.kind === "file" ? [{ path: one.path, mode: one.mode, scope: "exact" as const }] : []
    ),
    hosts: []
  }
})

const teamPolicy = Layer.succeed(RuntimePolicy, {
  checkPermission: (request) => {
    const { tool, context } = request
    const { agent } = context.principal
    const because = { layer: "team", rule: `${agent}: ${tool.name}`, source: "the team's table" }
    return isAllowed(agent, tool.name) && context.caller.kind === "direct"
      ? ready({ request, grant: grantOf(request), because, waitedMs: 0 })
      : refuse("PolicyDenied", `Permission denied: agent "${agent}" has no tool "${tool.name}".`, because)
  },
  mayPermit: (tool, { principal }) => isAllowed(principal.agent, tool.name)
})

await using gate = await createToolgate({ workspace: ".", policy: teamPolicy, tools: builtins() })
console.log(gate.tools({ agent: "archivist" }).map(({ name }) => name))
for (const agent of ["archivist", "visitor"]) {
  const { executed, error } = await gate.dispatch({ id: agent, tool: "list_dir", args: {} }, { agent })
  console.log(agent, executed, error?.message ?? "listed")
}
