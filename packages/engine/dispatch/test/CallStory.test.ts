import { once } from "node:events"
import type { ToolCall, ToolContext, ToolEvent } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import type { CallListeners, CallOutput } from "../src/index.ts"
import { call, openGate } from "./openGate.ts"
import { deferred, echo, tool } from "./tools.ts"

/** Listeners that record what they receive. */
const keeping = () => {
  const heard: Array<ToolEvent> = []
  const printed: Array<CallOutput> = []
  const listeners: CallListeners = {
    onEvent: (event) => void heard.push(event),
    onOutput: (output) => void printed.push(output)
  }
  return { heard, printed, listeners, told: () => heard.map(({ callId, type }) => `${callId} ${type}`) }
}

const prints = tool(
  "prints",
  (_args, { emit }) => {
    emit("stdout", "a")
    emit("stderr", "b")
    return "done"
  },
  { callers: ["direct", "chain"] }
)

describe("the listeners of a call", () => {
  it("receive its events in order and its output", async () => {
    const gate = await openGate({ tools: [prints] })
    const { heard, printed, listeners, told } = keeping()
    let isResolved = false
    const answer = gate.engine.dispatchPromise(call("1", "prints"), gate.context(), {
      ...listeners,
      onEvent: (event) => {
        expect(isResolved).toBe(false)
        heard.push(event)
      }
    })
    answer.then(() => {
      isResolved = true
    })
    expect((await answer).success).toBe(true)
    expect(told()).toEqual(["1 tool.called", "1 tool.output_delta", "1 tool.output_delta", "1 tool.completed"])
    expect(heard).toEqual(gate.events)
    expect(printed).toEqual([
      { callId: "1", stream: "stdout", text: "a", cut: false },
      { callId: "1", stream: "stderr", text: "b", cut: false }
    ])
  })

  it("receive the same through the Effect door", async () => {
    const gate = await openGate({ tools: [prints] })
    const { printed, listeners, told } = keeping()
    await gate.runtime.runPromise(gate.engine.dispatch(call("1", "prints"), gate.context(), listeners))
    expect(told()).toEqual(["1 tool.called", "1 tool.output_delta", "1 tool.output_delta", "1 tool.completed"])
    expect(printed).toHaveLength(2)
  })

  it("receive the end of an interrupted call", async () => {
    const begun = deferred()
    const waits = tool("waits", (_args, { signal }) => {
      begun.resolve()
      return once(signal, "abort")
    })
    const gate = await openGate({ tools: [waits] })
    const { listeners, told } = keeping()
    const fiber = gate.runtime.runFork(gate.engine.dispatch(call("1", "waits"), gate.context(), listeners))
    await begun.promise
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(told()).toEqual(["1 tool.called", "1 tool.failed"])
  })

  it.each<[string, unknown, string]>([
    ["an unknown tool", call("1", "nowhere"), "1 tool.failed"],
    ["arguments that do not hold", call("1", "echo", { text: 5 }), "1 tool.input_invalid"],
    ["what is no call", { id: "1" }, "1 tool.input_invalid"],
    ["nothing at all", undefined, " tool.input_invalid"]
  ])("hear the one event of a call that is refused for %s", async (_why, given, event) => {
    const gate = await openGate({ tools: [echo] })
    const { listeners, told } = keeping()
    await gate.engine.dispatchPromise(given as ToolCall, gate.context(), listeners)
    expect(told()).toEqual([event])
  })

  it("receive the failure of a call with a used id, and no events of the other call", async () => {
    const goesOn = deferred()
    const waits = tool("waits", async (_args, { emit }) => {
      await goesOn.promise
      emit("stdout", "late")
    })
    const gate = await openGate({ tools: [waits] })
    const [first, second] = [keeping(), keeping()]
    const one = gate.engine.dispatchPromise(call("1", "waits"), gate.context(), first.listeners)
    const other = await gate.engine.dispatchPromise(call("1", "waits"), gate.context(), second.listeners)
    expect(other.error?.why).toBe("DuplicateCall")
    goesOn.resolve()
    await one
    expect(second.heard).toMatchObject([{ callId: "1", type: "tool.failed", message: other.error?.message }])
    expect(second.printed).toEqual([])
    expect(first.told()).toEqual(["1 tool.called", "1 tool.output_delta", "1 tool.completed"])
    // Other readers would take the end of the second call for that of the first.
    expect(gate.events).toEqual(first.heard)
  })

  it("receive no events of child calls", async () => {
    const parent = tool("parent", async (_args, { dispatch }: ToolContext) => {
      await dispatch(call("child", "prints"))
      return null
    })
    const gate = await openGate({ tools: [parent, prints] })
    const { printed, listeners, told } = keeping()
    await gate.engine.dispatchPromise(call("1", "parent"), gate.context(), listeners)
    expect(told()).toEqual(["1 tool.called", "1 tool.completed"])
    expect(printed).toEqual([])
    expect(gate.events.some(({ callId, type }) => callId === "child" && type === "tool.completed")).toBe(true)
  })

  it("receive the events of all calls of a batch, through both doors", async () => {
    const gate = await openGate({ tools: [prints] })
    const calls = [call("1", "prints"), call("2", "nowhere")]
    const all = (id: string) =>
      ["called", "output_delta", "output_delta", "completed"].map((type) => `${id} tool.${type}`)
    for (const made of ["promise", "Effect"]) {
      const { printed, listeners, told } = keeping()
      const options = { ...listeners, concurrency: 1 }
      if (made === "promise") await gate.engine.dispatchAllPromise(calls, gate.context(), options)
      else await gate.runtime.runPromise(gate.engine.dispatchAll(calls, gate.context(), options))
      expect(told()).toEqual([...all("1"), "2 tool.failed"])
      expect(printed.map(({ callId }) => callId)).toEqual(["1", "1"])
    }
  })

  it("are read once from the options", async () => {
    const goesOn = deferred()
    const gate = await openGate({ tools: [tool("waits", () => goesOn.promise.then(() => null))] })
    const { listeners, told } = keeping()
    const options: { onEvent?: CallListeners["onEvent"] } = { ...listeners }
    const answer = gate.engine.dispatchPromise(call("1", "waits"), gate.context(), options)
    options.onEvent = undefined
    goesOn.resolve()
    await answer
    expect(told()).toEqual(["1 tool.called", "1 tool.completed"])
  })

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("broken listener")
      }
    ],
    ["rejects", async () => Promise.reject(new Error("broken listener"))],
    [
      "answers with a promise that throws",
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: that is what is tried
        get then() {
          throw new Error("broken listener")
        }
      })
    ]
  ])("change nothing where one %s, and the log says which call it was", async (_how, breaks) => {
    const gate = await openGate({ tools: [prints] })
    const { printed, listeners } = keeping()
    const onEvent = breaks as NonNullable<CallListeners["onEvent"]>
    const answer = await gate.engine.dispatchPromise(call("1", "prints"), gate.context(), { ...listeners, onEvent })
    expect(answer).toMatchObject({ success: true, output: { content: [{ text: "done" }] } })
    expect(printed).toHaveLength(2)
    await expect.poll(() => gate.logs.length).toBe(4)
    for (const line of gate.logs) expect(line).toMatch(/A listener of a call failed.*broken listener.*callId=1/s)
  })

  it("are not awaited", async () => {
    const gate = await openGate({ tools: [prints] })
    const never = new Promise<void>(() => {})
    const options = { onEvent: () => never, onOutput: () => never }
    expect((await gate.engine.dispatchPromise(call("1", "prints"), gate.context(), options)).success).toBe(true)
  })

  it("may end their call and start another one with its id afterwards", async () => {
    const abort = new AbortController()
    const stops = tool("stops", (_args, { signal }) => once(signal, "abort"))
    const gate = await openGate({ tools: [stops, echo] })
    const { heard, told } = keeping()
    let next: Promise<unknown> | undefined
    await gate.engine.dispatchPromise(call("1", "stops"), gate.context(), {
      signal: abort.signal,
      onEvent: (event) => {
        heard.push(event)
        if (event.type === "tool.called") abort.abort()
        else next = gate.dispatch(call("1", "echo", { text: "again" }))
      }
    })
    expect(told()).toEqual(["1 tool.called", "1 tool.failed"])
    expect(await next).toMatchObject({ success: true })
  })

  it.each<[string, object]>([
    ["onEvent", { onEvent: "log" }],
    ["onEvent", { onEvent: null }],
    ["onOutput", { onOutput: {} }]
  ])("are functions: a call with another %s is refused, and the other one hears that", async (name, wrong) => {
    const gate = await openGate({ tools: [echo] })
    const { listeners, told } = keeping()
    const options = { ...listeners, ...wrong } as CallListeners
    const answer = await gate.engine.dispatchPromise(call("1", "echo", { text: "a" }), gate.context(), options)
    expect(answer).toMatchObject({
      executed: "no",
      error: { slug: "invalid_args", message: 'The "onEvent" and "onOutput" of a call must be functions.' }
    })
    expect(told()).toEqual(name === "onEvent" ? [] : ["1 tool.input_invalid"])
  })
})
