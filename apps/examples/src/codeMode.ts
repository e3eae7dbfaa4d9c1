// An AI SDK agent that needs two turns instead of many calls: it writes a script with a dozen look-ups, a sum, and a
// report that a person approves. Each call of the script passes the gate.
import { createTools } from "@toolgate/adapters/ai-sdk"
import { type ChainRunResult, chainTools } from "@toolgate/chain"
import { ToolLoopAgent } from "ai"
import { builtins, createToolgate, defineTool, type ToolExecution, Type } from "toolgate"
import { createFolder } from "./parts/createFolder.ts"
import { makeScriptedModel } from "./parts/makeScriptedModel.ts"
import { makeScript } from "./parts/Script.ts"

const getOrder = defineTool({
  name: "get_order",
  description: "Returns an order of the shop, by its number.",
  sideEffects: "READ",
  callers: ["direct", "chain"],
  parameters: Type.Object({ number: Type.Integer({ minimum: 1 }) }),
  output: Type.Object({ customer: Type.String(), total: Type.Number() }),
  execute: ({ number }) => ({ customer: ["Ada", "Ben", "Cleo"][number % 3], total: number * 5 })
})
const getLog = defineTool({
  name: "get_log",
  description: "Returns the log of the shop's payments.",
  sideEffects: "READ",
  callers: ["direct", "chain"],
  parameters: Type.Object({}),
  execute: () => `${"A payment was made.\n".repeat(5_000)}The payment of order 7 failed.\n`
})

// What a model would write from the declarations. A small result is inserted into the script. The log has 100 kB: the
// script gets its reference, size and beginning, and reads only its end.
const code = `
const numbers = Array.from({ length: 12 }, (_, at) => at + 1)
const orders = await Promise.all(numbers.map((number) => tools.get_order({ number })))
const sums: Record<string, number> = {}
for (const { structured: { customer, total } } of orders) sums[customer] = (sums[customer] ?? 0) + total

const { text, artifact_ref, preview, size } = await tools.get_log({})
print("The log:", { text, artifact_ref, size, preview: preview.slice(0, 19) })
const end = await artifacts.read(artifact_ref, size - 31, 31)

const lines = Object.entries(sums).map(([customer, sum]) => customer + ": " + sum)
await tools.write_file({ path: "report.txt", content: [...lines, end.text].join("\\n") })
return sums
`

const tools = [getOrder, getLog, ...builtins().filter(({ name }) => name === "write_file")]
await using gate = await createToolgate({
  workspace: await createFolder({}),
  policy: "default",
  tools: [...tools, ...chainTools({ tools })],
  artifacts: {},
  onAsk: ({ summary }) => {
    console.log(`\nA person is asked, and approves:\n${summary}`)
    return { decision: "approve" }
  }
})
const model = makeScriptedModel(makeScript({ tool: "run_script", args: { code } }))
const agent = new ToolLoopAgent({ model, tools: createTools(gate, { session: "alice" }) })
const { text, steps } = await agent.generate({ prompt: "Write what each customer has ordered into report.txt." })

const told = model.doGenerateCalls[0]?.tools?.find(({ name }) => name === "run_script")
console.log(
  `\nWhat the model has read of the tools:\n${told?.type === "function" ? told.description?.split("The tools:\n")[1] : ""}`
)
console.log(`\nWhat it is told when the script has ended:\n${text}`)
const answer = steps[0]?.toolResults[0]?.output as ToolExecution
const { call_trace } = answer.output.value as unknown as ChainRunResult
console.log("\nThe trace, which the gate keeps also of a script that fails:")
console.table(call_trace, ["tool", "status", "executed", "duration_ms"])
