// Opens a gate as a bundled app does, with a guest and with commands that have to be parsed.
import { join } from "node:path"
import { builtins, createToolgate, defineTool, Type } from "toolgate"

const length = defineTool({
  name: "length",
  description: "Counts characters.",
  parameters: Type.Object({ text: Type.String() }),
  sideEffects: "NONE",
  wasm: { script: join(process.cwd(), "length.mjs") }
})
const told = defineTool({
  name: "told",
  description: "A command that is read and not run.",
  parameters: Type.Object({ command: Type.String() }),
  sideEffects: "EXECUTE",
  resources: [{ kind: "shell", arg: "/command" }],
  execute: ({ command }) => command
})

const calls = [
  { id: "read", tool: "read_file", args: { path: "length.mjs" } },
  { id: "length", tool: "length", args: { text: "abc" } },
  { id: "allowed", tool: "told", args: { command: "git log && git status" } },
  { id: "denied", tool: "told", args: { command: "git log && cat .env" } }
]

/** Returns whether each of the calls succeeded. */
export const answers = async () => {
  const policy = { files: [join(process.cwd(), "toolgate.yaml")] }
  const gate = await createToolgate({ workspace: ".", policy, tools: [...builtins(), length, told] })
  const answered = await gate.dispatchAll(calls)
  await gate.close()
  return answered.map(({ callId, success }) => `${callId} ${success}`).join(", ")
}
