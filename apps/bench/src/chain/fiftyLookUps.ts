import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runScript } from "@toolgate/chain"
import { createToolgate, defineTool, Type } from "toolgate"
import { estimateTokens } from "./estimateTokens.ts"

const orders = Array.from({ length: 50 }, (_, at) => ({
  id: `o${at}`,
  customer: `c${at % 7}`,
  total: (at * 37) % 500,
  lines: Array.from({ length: 12 }, (_, line) => ({
    sku: `sku-${at}-${line}`,
    quantity: line + 1,
    note: "gift wrap, deliver in the morning"
  }))
}))

const callers = ["direct", "chain"] as const

const tools = [
  defineTool({
    name: "get_order",
    description: "One order, by its id.",
    callers,
    sideEffects: "READ",
    parameters: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    output: Type.Object({ id: Type.String(), customer: Type.String(), total: Type.Number() }),
    execute: ({ id }) => orders.find((order) => order.id === id) ?? null
  }),
  defineTool({
    name: "send_mail",
    description: "Sends a mail.",
    callers,
    sideEffects: "NETWORK",
    parameters: Type.Object({ to: Type.String(), text: Type.String() }, { additionalProperties: false }),
    execute: () => "sent"
  })
]

/** The tokens of the instructions and of the task, for each way. */
const instructions = 200

/** The tokens that a model reads and writes in all turns of a task. Each turn reads the earlier ones again. */
interface TaskTokens {
  readonly turns: number
  readonly read: number
  readonly written: number
}

/**
 * Computes the tokens of fifty look-ups with a sum per customer, in turns of ten calls, and a last turn for the answer.
 */
export const countTokensByCalls = (): TaskTokens => {
  const turns = 5
  let context = estimateTokens(JSON.stringify(tools.map(schemaOf))) + instructions
  let [read, written] = [0, 0]
  for (let turn = 0; turn < turns; turn++) {
    read += context
    for (const order of orders.slice(turn * 10, turn * 10 + 10)) {
      const id = `call_${order.id}`
      const call = estimateTokens(JSON.stringify({ type: "tool_use", id, name: "get_order", input: { id: order.id } }))
      written += call
      context +=
        call + estimateTokens(JSON.stringify({ type: "tool_result", tool_use_id: id, content: JSON.stringify(order) }))
    }
  }
  return { turns: turns + 1, read: read + context, written }
}

/** The script for the task, as a model might write it. */
const script = `const ids = Array.from({ length: 50 }, (_, i) => "o" + i)
const all = await Promise.all(ids.map((id) => tools.get_order({ id })))
const sums = {}
for (const { structured: { customer, total } } of all) sums[customer] = (sums[customer] ?? 0) + total
return sums`

/** Runs the task as one script in a gate. Its answer is what a model reads. */
export const countTokensByScript = async (): Promise<TaskTokens> => {
  const tool = runScript({ tools })
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-bench-chain-"))
  const gate = await createToolgate({ workspace, policy: "host", tools: [...tools, tool] })
  const { success, output } = await gate.dispatch({ id: "call_1", tool: "run_script", args: { code: script } })
  await gate.close()
  rmSync(workspace, { recursive: true, force: true })
  const answer = output.content.map((block) => (block.type === "text" ? block.text : "")).join("\n")
  if (!success || !answer.includes("c6")) throw new Error("The script of fifty look-ups failed.")
  const first = estimateTokens(JSON.stringify([schemaOf(tool)])) + instructions
  const written = estimateTokens(
    JSON.stringify({ type: "tool_use", id: "call_1", name: "run_script", input: { code: script } })
  )
  return { turns: 2, read: first + first + written + estimateTokens(answer), written }
}

const schemaOf = ({
  name,
  description,
  parameters
}: {
  readonly name: string
  readonly description: string
  readonly parameters: unknown
}) => ({
  name,
  description,
  input_schema: parameters
})
