import { ToolNotFound } from "@toolgate/core"
import { generateScripts, play, runs, type ScriptPart } from "@toolgate/testing"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { openGate, policyOf, ranOf, tool } from "./openGate.ts"

const policy = `version: 1
tools: { run_script: {}, ask: {}, look: {}, wait: {}, fail: {} }
tool_confirmation:
  per_tool: { ask: prompt, run_script: auto, look: auto, wait: auto, fail: auto }
`

/** Returns the source of a script that plays a part with the tools of the gate. */
const codeOf = (part: ScriptPart): string => `
const play = ${play}
return play(${JSON.stringify(part)}, async (tool, args) => (await callTool(tool, args)).text)`

/** Opens a gate whose tools record their arguments. */
const open = async () => {
  const did: Array<string> = []
  const noting = (name: string, ends: () => Promise<void>, more = {}) =>
    tool(
      name,
      async (args) => {
        const text = `${name} ${JSON.stringify(args)}`
        did.push(text)
        await ends()
        return text
      },
      more
    )
  const soon = async () => {}
  const tools = [
    noting("look", soon),
    noting("wait", () => new Promise((done) => setImmediate(() => setImmediate(done)))),
    noting("fail", () => Promise.reject(new ToolNotFound({ message: "No." }))),
    noting("ask", soon, { sideEffects: "WRITE" })
  ]
  return { did, ...(await openGate(tools, {}, { ...policyOf(policy), onAsk: "wait" })) }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Runs a script to its end: each question is approved, and the script continues. */
const playOut = async ({ gate, run }: Opened, code: string) => {
  let ran = await run(code, { defer: true })
  for (let round = 0; ran.status === "suspended"; round++) {
    if (round > 100) throw new Error("The script never ends.")
    const id = ran.execution.pending?.approvalId ?? ""
    await gate.approvals.decide(id, { decision: "approve" })
    ran = ranOf(await gate.resume(id))
  }
  return ran
}

it("a script that is suspended at each question makes each of its calls once, even concurrently", async () => {
  const opened = await open()
  await fc.assert(
    fc.asyncProperty(generateScripts(["look", "wait", "fail", "ask"], ["inTurn", "atOnce", "first"]), async (part) => {
      opened.did.length = 0
      const ran = await playOut(opened, codeOf(part))
      expect([ran.status, ran.error]).toEqual(["ok", undefined])
      expect(opened.did.length).toBe(ran.call_trace.filter(({ executed }) => executed !== "no").length)
    }),
    runs(3)
  )
})
