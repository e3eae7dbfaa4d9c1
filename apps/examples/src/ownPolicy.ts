// An app team's own policy instead of ours: a table of who may use what.
import { builtins, createToolgate } from "toolgate"
import { teamPolicy } from "./parts/teamPolicy.ts"

await using gate = await createToolgate({ workspace: ".", policy: teamPolicy, tools: builtins() })
for (const agent of ["archivist", "visitor"]) {
  const { executed, error } = await gate.dispatch({ id: agent, tool: "list_dir", args: {} }, { agent })
  console.log(agent, gate.tools.list({ agent }).length, executed, error?.message ?? "listed")
}
