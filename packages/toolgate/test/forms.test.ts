import { expect, it } from "vitest"
import { type CallOptions, defineTool, Type } from "../src/index.ts"
import { newFolder, opened } from "./asking.ts"

const deploy = defineTool({
  name: "deploy",
  description: "Deploys.",
  parameters: Type.Object({}),
  sideEffects: "WRITE",
  execute: async (_args, { ask }) => {
    const answer = await ask({
      message: "Where to?",
      schema: { type: "object", properties: { place: { type: "string" } }, required: ["place"] }
    })
    return answer.action === "accept" ? `to ${answer.content.place}` : answer.action
  }
})

const call = { id: "1", tool: "deploy", args: {} }

/** Returns an `ask` that answers with a place. */
const at =
  (place: string): NonNullable<CallOptions["ask"]> =>
  (form) => ({
    action: "accept",
    content: form.toolName === "deploy" && form.message === 'Tool "deploy" asks: Where to?' ? { place } : {}
  })

const textOf = ({ output }: { readonly output: { readonly content: ReadonlyArray<unknown> } }) => output.content[0]

it("a tool asks its caller, for every way to make a call", async () => {
  const gate = await opened({ workspace: newFolder(), policy: "host", tools: [deploy] })
  const session = await gate.session({ id: "alice" })
  const second = { ...call, id: "2" }
  expect(textOf(await gate.dispatch(call, { ask: at("staging") }))).toEqual({ type: "text", text: "to staging" })
  expect((await gate.dispatchAll([call, second], { ask: at("staging") })).map(textOf)).toEqual(
    Array(2).fill({ type: "text", text: "to staging" })
  )
  expect(textOf(await session.dispatch(call, { ask: at("home") }))).toEqual({ type: "text", text: "to home" })
  expect((await session.dispatchAll([call], { ask: at("home") })).map(textOf)).toEqual([
    { type: "text", text: "to home" }
  ])
  expect(textOf(await gate.dispatch(call))).toEqual({ type: "text", text: "decline" })
  expect(textOf(await session.dispatch(call))).toEqual({ type: "text", text: "decline" })
})

it("a tool of a resumed call asks the caller that resumes it", async () => {
  const gate = await opened({ workspace: newFolder(), tools: [deploy], onAsk: "wait" })
  const deferred = await gate.dispatch(call, { defer: true, ask: at("nowhere") })
  const { approvalId = "" } = deferred.pending ?? {}
  await gate.approvals.decide(approvalId, { decision: "approve" })
  const answer = await gate.resume(approvalId, { ask: at("production") })
  expect(textOf(answer)).toEqual({ type: "text", text: "to production" })
  expect(answer.forms).toMatchObject([{ kind: "form", action: "accept" }])
})
