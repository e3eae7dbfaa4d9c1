import { flushCompileCache } from "node:module"
import { defineTool } from "@toolgate/core"
import { printLine } from "@toolgate/testing"
import { createToolgate } from "../../src/index.ts"

/** A gate whose callers call without end. The id of each call is printed as soon as the call is answered. */
const [workspace = "", folder = "", name = "", answers = "recorded"] = process.argv.slice(2)

// Keeps the compile cache for the programs that follow, because this one is killed and cannot keep it then.
flushCompileCache()

const tool = (sideEffects: "READ" | "WRITE") =>
  defineTool({
    name: sideEffects,
    description: "Does nothing.",
    parameters: { type: "object" },
    sideEffects,
    execute: () => "done"
  })

const gate = await createToolgate({
  workspace,
  policy: "host",
  tools: [tool("READ"), tool("WRITE")],
  audit: { folder, answers: answers as "recorded" },
  limits: { callsPerSession: 20 }
})

const tools = ["READ", "WRITE", "nowhere"]
let serial = 0
const call = async (): Promise<void> => {
  const id = `${name}-${serial++}`
  await gate.dispatch({ id, tool: tools[serial % tools.length] ?? "", args: {} })
  printLine(id)
  return call()
}
for (let caller = 0; caller < 20; caller++) void call()
