import assert from "node:assert/strict"
import { createToolgate, defineTool, Type } from "toolgate"
import { FileFailed } from "toolgate/effect"

const readNote = defineTool({
  name: "read_note",
  description: "Reads a note.",
  parameters: Type.Object({ path: Type.String() }),
  sideEffects: "READ",
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }],
  execute: async ({ path }, { files }) => {
    const cause = await files.read(path).then(
      () => undefined,
      (error: unknown) => error
    )
    return { isMissing: cause instanceof FileFailed && cause.reason === "NotFound" }
  }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [readNote] })
const { output } = await gate.dispatch({ id: "1", tool: "read_note", args: { path: "no-such-note.txt" } })
assert.deepEqual(output.value, { isMissing: true })
