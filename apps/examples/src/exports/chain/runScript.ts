import assert from "node:assert/strict"
import { runScript } from "@toolgate/chain"
import { builtins, createToolgate } from "toolgate"

const tools = [...builtins(), runScript({ tools: builtins() })]
await using gate = await createToolgate({ workspace: ".", policy: "host", tools })
const code = 'return (await tools.list_dir({ path: "." })).success'
const { success, output } = await gate.dispatch({ id: "1", tool: "run_script", args: { code } })
assert.equal(success, true)
assert.equal(typeof output.value, "object")
