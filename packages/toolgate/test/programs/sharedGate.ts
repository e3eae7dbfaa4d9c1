import { appendFileSync } from "node:fs"
import { createToolgate, defineTool, Type } from "../../src/index.ts"

/**
 * node sharedGate.ts WORKSPACE PLACE KEY EFFECTS POLICY, forked: a gate that shares a store. Each call of its tool adds a line to the
 * file EFFECTS. Answers each message, which is a method with its arguments.
 */
const [workspace = "", at = "", key = "", effects = "", policy = ""] = process.argv.slice(2)

const note = defineTool({
  name: "note",
  description: "Adds a line.",
  parameters: Type.Object({ text: Type.String() }),
  sideEffects: "WRITE",
  execute: ({ text }) => {
    appendFileSync(effects, `${text}\n`)
    return `${text} by ${process.pid}`
  }
})
const gate = await createToolgate({
  workspace,
  policy: policy === "host" ? "host" : { files: [] },
  tools: [note],
  store: { at, key },
  onAsk: "wait"
})

process.on("message", async ([method, ...args]: [string, ...ReadonlyArray<never>]) => {
  const [first, second] = args
  if (method === "dispatch") process.send?.(await gate.dispatch(first as never, second))
  if (method === "resume") process.send?.(await gate.resume(first as never))
  if (method === "decide")
    process.send?.(
      await Promise.all(
        Array.from({ length: second as never }, (_, n) =>
          gate.approvals.decide(
            first as never,
            { decision: n % 2 === 0 ? "approve" : "deny" },
            { by: `${process.pid}-${n}` }
          )
        )
      )
    )
  if (method === "close") {
    await gate.close()
    process.disconnect()
  }
})
process.send?.("ready")
