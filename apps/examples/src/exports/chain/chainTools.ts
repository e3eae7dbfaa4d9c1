import assert from "node:assert/strict"
import { chainTools } from "@toolgate/chain"
import { builtins, createToolgate } from "toolgate"

const tools = [...builtins(), ...chainTools({ tools: builtins() })]
await using gate = await createToolgate({ workspace: ".", policy: "host", tools })
const names = gate.tools.list().map(({ name }) => name)
assert.deepEqual(names.slice(-3), ["run_script", "search_tools", "describe_tools"])
