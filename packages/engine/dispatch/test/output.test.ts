import { type Permit, RuntimePolicy, type ToolContext, type ToolEvent, unlimited } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import fc from "fast-check"
import { expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { tool } from "./tools.ts"

type Delta = Extract<ToolEvent, { readonly type: "tool.output_delta" }>

const deltas = (events: ReadonlyArray<ToolEvent>): ReadonlyArray<Delta> =>
  events.filter((event) => event.type === "tool.output_delta")

const granting = (outputBytes: number) =>
  Layer.succeed(RuntimePolicy, {
    checkPermission: (request) =>
      Effect.succeed<Permit>({
        request,
        grant: {
          sandbox: "host",
          confinement: "required",
          limits: { ...unlimited(), outputBytes },
          access: { files: [], hosts: [], env: [] }
        },
        because: { layer: "test", rule: "all", source: "test" },
        waitedMs: 0
      }),
    mayPermit: () => true
  })

const printing = (print: (context: ToolContext) => unknown) =>
  tool("t", (_args: unknown, context: ToolContext) => print(context))

it("ignores output that is not text and still applies the limit", async () => {
  const gate = await openGate({
    tools: [
      printing(({ emit }) => {
        for (const junk of [5, null, {}, Symbol("a"), () => {}, ["a"]]) emit("stdout", junk as never)
        emit("stdin" as never, "a")
        emit("stderr", "abcdef")
        return "r"
      })
    ],
    policy: granting(4)
  })
  expect(await gate.dispatch(call("1", "t"))).toMatchObject({ success: true })
  expect(deltas(gate.events)).toMatchObject([{ stream: "stderr", text: "abcd", cut: true }])
})

it("publishes the output of a running call in order and per stream", async () => {
  const gate = await openGate({
    tools: [
      printing(({ emit }) => {
        emit("stdout", "a")
        emit("stderr", "b")
        emit("stdout", "")
        emit("stdout", "c")
        return "abc"
      })
    ]
  })
  const execution = await gate.dispatch(call("1", "t"), { session: "s9" })
  expect(execution.output.content).toEqual([{ type: "text", text: "abc" }])
  expect(gate.events.map(({ type }) => type)).toEqual([
    "tool.called",
    "tool.output_delta",
    "tool.output_delta",
    "tool.output_delta",
    "tool.completed"
  ])
  expect(deltas(gate.events).map(({ stream, text, cut }) => [stream, text, cut])).toEqual([
    ["stdout", "a", false],
    ["stderr", "b", false],
    ["stdout", "c", false]
  ])
  expect(deltas(gate.events)[0]).toMatchObject({
    session: "s9",
    turn: "t1",
    agent: "agent-1",
    callId: "1",
    toolName: "t"
  })
})

it("publishes output up to the limit, marks the cut once and never splits a character", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "binary", maxLength: 6 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 20 }),
      async (texts, most) => {
        const gate = await openGate({
          tools: [
            printing(({ emit }) => {
              for (const text of texts) emit("stdout", text)
            })
          ],
          policy: granting(most)
        })
        await gate.dispatch(call("1", "t"))
        const told = deltas(gate.events)
        const all = texts.join("")
        const said = told.map(({ text }) => text).join("")
        expect(all.startsWith(said)).toBe(true)
        expect(said.length).toBeLessThanOrEqual(most)
        expect(told.map(({ cut }) => cut)).toEqual(
          told.map((_one, index) => all.length > most && index === told.length - 1)
        )
        if (all.length <= most) expect(said).toBe(all)
        expect(said.isWellFormed()).toBe(all.slice(0, said.length).isWellFormed() && said.isWellFormed())
        if (all.isWellFormed()) expect(said.isWellFormed()).toBe(true)
      }
    ),
    runs(40)
  ))

it("publishes no output after the answer", async () => {
  let late: ToolContext["emit"] = () => {}
  const gate = await openGate({
    tools: [
      printing(({ emit }) => {
        late = emit
      })
    ]
  })
  await gate.dispatch(call("1", "t"))
  late("stdout", "too late")
  expect(deltas(gate.events)).toEqual([])
})
