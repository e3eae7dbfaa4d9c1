import assert from "node:assert/strict"
import { toolboxEntries } from "@toolgate/toolbox"
import { openGate, readToolbox } from "toolgate/config"

const toolbox = await readToolbox({ entries: toolboxEntries })
await using gate = await openGate({ workspace: ".", toolbox: { ...toolbox, tools: ["calculate"] } })
const { output } = await gate.dispatch({ id: "1", tool: "calculate", args: { expression: "2 * 21" } })
assert.deepEqual(output.value, { text: "42", value: 42 })
