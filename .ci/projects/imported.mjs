// A JavaScript project with ES modules. It has its own tool, and a guest whose process ends with the gate.
import { deepEqual, match } from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { builtins, createToolgate, defineTool, Type } from "toolgate"

const workspace = import.meta.dirname
const script = join(workspace, "double.ts")
writeFileSync(script, "export default ({ n }: { n: number }) => 2 * n\n")
const double = defineTool({
  name: "double",
  description: "Doubles a number.",
  parameters: Type.Object({ n: Type.Number() }),
  sideEffects: "NONE",
  wasm: { script }
})

const gate = await createToolgate({ workspace, policy: "default", tools: [...builtins(), double] })
const doubled = await gate.dispatch({ id: "1", tool: "double", args: { n: 21 } })
deepEqual([doubled.success, doubled.output.value, doubled.sandbox], [true, 42, "wasm"])
const refused = await gate.dispatch({ id: "2", tool: "read_file", args: { path: "../../etc/passwd" } })
deepEqual([refused.executed, refused.error?.class], ["no", "permission_denied"])
const mistaken = await createToolgate({ workspace, policy: "default", tool: [] }).catch(({ message }) => message)
match(mistaken, /unknown option "tool"; did you mean "tools"\?/)
await gate.close()
console.log("Modules: called, refused, closed.")
