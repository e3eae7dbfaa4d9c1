import type { EventCall, ToolEvent } from "@toolgate/core"
import { expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { tool } from "./tools.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const given = `00-${traceId}-b7ad6b7169203331-01`
const own = `00-${traceId}-00f067aa0ba902b7-01`

const tools = [
  tool("outer", async (_args, { dispatch, traceparent = "none" }) => {
    const { output } = await dispatch(call("inner", "inner"))
    return `${traceparent} ${output.content.map((block) => (block.type === "text" ? block.text : "")).join("")}`
  }),
  tool("inner", (_args, { traceparent = "none" }) => traceparent, { callers: ["direct", "chain"] })
]

const text = async (gate: Awaited<ReturnType<typeof openGate>>, traceparent: string | undefined) => {
  const { output } = await gate.dispatch(call("1", "outer"), { traceparent })
  return output.content
}

it("passes the caller's trace context on to the tool and its child calls", async () => {
  const gate = await openGate({ tools })
  expect(await text(gate, given)).toEqual([{ type: "text", text: `${given} ${given}` }])
  expect(await text(gate, undefined)).toEqual([{ type: "text", text: "none none" }])
})

it("ignores an invalid trace context", async () => {
  const gate = await openGate({ tools })
  for (const wrong of ["", "00-0-0-00", `${given}-more`, { toString: () => given } as unknown as string])
    expect(await text(gate, wrong)).toEqual([{ type: "text", text: "none none" }])
})

it("passes on the trace that a listener sets at the start of a call", async () => {
  const contexts: Array<string | undefined> = []
  const gate = await openGate({
    tools,
    publish: ({ type, callId }, about) => {
      if (type !== "tool.called" || about === undefined) return
      contexts.push(about.context.traceparent)
      if (callId === "1") about.trace = { traceparent: own }
    }
  })
  expect(await text(gate, given)).toEqual([{ type: "text", text: `${own} ${own}` }])
  expect(contexts).toEqual([given, own])
})

it("publishes each event with its call: the permit from the start, the answer with the end", async () => {
  const heard: Array<readonly [ToolEvent["type"], string | undefined, EventCall["answer"]]> = []
  const gate = await openGate({
    tools,
    publish: ({ type }, about) => void heard.push([type, about?.permit?.grant.sandbox, about?.answer])
  })
  const ran = await gate.dispatch(call("1", "inner"))
  const refused = await gate.dispatch(call("2", "nosuch"))
  expect(heard).toEqual([
    ["tool.called", "host", undefined],
    ["tool.completed", "host", ran],
    ["tool.failed", undefined, refused]
  ])
})
