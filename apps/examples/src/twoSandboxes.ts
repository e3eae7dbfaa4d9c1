// One tool with two implementations: a function of this process, and a guest that sees only its arguments. One word of
// the policy chooses between them.
import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createToolgate, defineTool, Type } from "toolgate"

const countWords = defineTool({
  name: "count_words",
  description: "Counts the words of a text.",
  parameters: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  sideEffects: "NONE",
  execute: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length }),
  wasm: { script: new URL("../guests/script/count.ts", import.meta.url) }
})

const folder = await mkdtemp(join(tmpdir(), "toolgate-example-"))
for (const sandbox of ["host", "wasm"]) {
  const file = join(folder, `${sandbox}.yaml`)
  await writeFile(
    file,
    `version: 1\ntools:\n  count_words: { sandbox: ${sandbox}, limits: { wall_time: 1s, memory: 32MiB } }\n`
  )
  await using gate = await createToolgate({ workspace: ".", policy: { files: [file] }, tools: [countWords] })
  const args = { text: "the gate between an agent and its tools" }
  const { output, enforced, error } = await gate.dispatch({ id: sandbox, tool: "count_words", args })
  if (error !== undefined) throw new Error(error.message)
  console.log(sandbox, output.value, enforced)
}
