import { createHook } from "node:async_hooks"
import { appendFileSync } from "node:fs"
import { Socket } from "node:net"
import { Worker } from "node:worker_threads"
import { ApprovalStore } from "@toolgate/core"
import { openStore, SqlApprovalStore } from "@toolgate/stores"
import { printLine } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { createToolgate, defineTool, Type } from "../../src/index.ts"

/**
 * node killedCalls.ts WORKSPACE PLACE KEY EFFECTS NAME [STEP TURN]: decides and resumes the calls that others have left
 * in a store, and makes, decides and resumes its own calls. Each call adds its name to the file EFFECTS. Prints each
 * answer as a line of JSON. The process kills itself after STEP uses of the store or effects, and TURN further
 * callbacks.
 */
const [workspace = "", at = "", key = "", effects = "", name = "", lastStep, lastTurn] = process.argv.slice(2)

let steps = 0
let turns = Number(lastTurn ?? 0)
const step = () => {
  steps++
  if (steps !== Number(lastStep)) return
  const before = () => void (turns-- <= 0 && process.kill(process.pid, "SIGKILL"))
  before()
  createHook({ before }).enable()
}

/** Counts each call of a method as a step. */
const countCalls = (prototype: object, method: string) => {
  const own: (...given: ReadonlyArray<unknown>) => unknown = Reflect.get(prototype, method)
  Reflect.set(prototype, method, function (this: unknown, ...given: ReadonlyArray<unknown>) {
    step()
    return Reflect.apply(own, this, given)
  })
}
countCalls(Worker.prototype, "postMessage")
countCalls(Socket.prototype, "write")

const tell = (call: string, what: string, id?: string) => printLine(JSON.stringify({ call, what, id }))

const note = defineTool({
  name: "note",
  description: "Adds a line.",
  parameters: Type.Object({ text: Type.String() }),
  sideEffects: "WRITE",
  execute: ({ text }) => {
    step()
    appendFileSync(effects, `${text}\n`)
    step()
    return text
  }
})
const gate = await createToolgate({
  workspace,
  policy: { files: [] },
  tools: [note],
  store: { at, key },
  onAsk: "wait"
})
const runtime = ManagedRuntime.make(Layer.provide(SqlApprovalStore.layer, openStore(at)))
const approvals = await runtime.runPromise(ApprovalStore)

const call = (how: string) => ({ id: `${name}-${how}`, tool: "note", args: { text: `${name}-${how}` } })
const decide = async (id: string, text: string) => {
  const { outcome } = await gate.approvals.decide(id, { decision: "approve" })
  tell(text, outcome, id)
}
const resume = async (id: string) => {
  const { executed, callId, error } = await gate.resume(id)
  tell(callId, executed === "yes" ? "ran" : (error?.why ?? "none"), id)
}

for (const { id, state, waits } of await Effect.runPromise(approvals.list({ states: ["open", "approved"] }))) {
  if (state === "open") await decide(id, "")
  if (!waits) await resume(id)
}
const { pending, callId } = await gate.dispatch(call("deferred"), { defer: true })
const id = pending?.approvalId ?? ""
tell(callId, "pending", id)
await decide(id, callId)
await resume(id)
const answer = gate.dispatch(call("waiting"))
for await (const question of gate.approvals) {
  await decide(question.id, question.callId)
  if (question.callId === `${name}-waiting`) break
}
tell(`${name}-waiting`, (await answer).executed === "yes" ? "ran" : "not")
await gate.close()
await runtime.dispose()
tell(name, "steps", String(steps))
