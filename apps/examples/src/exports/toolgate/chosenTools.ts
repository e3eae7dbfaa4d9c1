import assert from "node:assert/strict"
import { toolboxEntries } from "@toolgate/toolbox"
import { chosenTools, readToolbox } from "toolgate/config"

const toolbox = await readToolbox({ entries: toolboxEntries })
const { annotated, further } = await chosenTools({ ...toolbox, tools: ["calculate"] })
assert.deepEqual(
  further.map(({ name }) => name),
  ["calculate"]
)
// No catalogue changes this tool.
assert.deepEqual(annotated, [])
