import { flushCompileCache } from "node:module"
import { defineTool } from "@toolgate/core"
import { printLine } from "@toolgate/testing"
import { createToolgate } from "../../src/index.ts"

/** A gate whose callers make calls without end. Prints the id of each call as soon as the call is answered. */
const [workspace = "", folder = "", name = "", answers = "recorded"] = process.argv.slice(2)

// Writes the compile cache for later programs now, because this process will be killed.
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
