import { type Awaitable, defineTool, type ToolCall, type ToolExecution } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { counting, deferred, echo, tool } from "./tools.ts"

describe("the slots of a session", () => {
  it("run four calls at once in order and answer in order", async () => {
    const { tool: counted, finishAll, most, started } = counting()
    const gate = await openGate({ tools: [counted] })
    const calls = Array.from({ length: 20 }, (_, at) => call(String(at), "counting"))
    const answers = gate.runtime.runPromise(gate.engine.dispatchAll(calls, gate.context()))
    await finishAll(20)
    expect((await answers).map((execution) => execution.callId)).toEqual(calls.map(({ id }) => id))
    expect(started).toEqual(calls.map(({ id }) => id))
    expect(most()).toBe(4)
  })

  it("are taken one at a time for sequential calls", async () => {
    const { tool: counted, finishAll, most } = counting()
    const gate = await openGate({ tools: [counted] })
    const calls = ["a", "b", "c"].map((id) => call(id, "counting"))
    const answers = gate.runtime.runPromise(gate.engine.dispatchAll(calls, gate.context(), { concurrency: 1 }))
    await finishAll(3)
    expect((await answers).map(({ success }) => success)).toEqual([true, true, true])
    expect(most()).toBe(1)
  })

  it.each([0, -1, Number.NaN, 0.5])(
    "are taken one at a time even by a caller that makes %d calls at once",
    async (concurrency) => {
      const gate = await openGate({ tools: [echo] })
      const calls = ["a", "b"].map((id) => call(id, "echo", { text: id }))
      const answers = await gate.engine.dispatchAllPromise(calls, gate.context(), { concurrency })
      expect(answers.map(({ callId, success }) => [callId, success])).toEqual([
        ["a", true],
        ["b", true]
      ])
      expect(await gate.engine.dispatchAllPromise([], gate.context(), { concurrency })).toEqual([])
    }
  )

  it("do not limit another session, up to the total", async () => {
    const { tool: counted, finishAll, most, untilStarted, running } = counting()
    const gate = await openGate({ tools: [counted], limits: { callsPerSession: 2, callsInAll: 3 } })
    const answers = ["s1", "s2"].flatMap((session) =>
      ["a", "b", "c"].map((id) => gate.dispatch(call(id, "counting"), { session }))
    )
    await untilStarted(3)
    expect(running()).toBe(3)
    await finishAll(6)
    await Promise.all(answers)
    expect(most()).toBe(3)
  })

  it("are free while a policy waits for a person", async () => {
    const decide = deferred()
    const gate = await openGate({
      tools: [echo],
      limits: { callsPerSession: 1 },
      hooks: [{ onToolCall: ({ id }) => (id === "waits" ? decide.promise : undefined) }]
    })
    const waiting = gate.dispatch(call("waits", "echo", { text: "a" }))
    expect(await gate.dispatch(call("2", "echo", { text: "b" }))).toMatchObject({ success: true })
    decide.resolve()
    expect(await waiting).toMatchObject({ success: true })
  })

  it("are all returned after ten thousand calls", async () => {
    const gate = await openGate({ tools: [echo, tool("throws", () => Promise.reject(new Error("no")))] })
    const calls = Array.from({ length: 10_000 }, (_, at) =>
      at % 3 === 0
        ? call(String(at), "echo", { text: "a" })
        : at % 3 === 1
          ? call(String(at), "echo")
          : call(String(at), "none")
    )
    const answers = await gate.runtime.runPromise(gate.engine.dispatchAll(calls, gate.context()))
    expect(answers.filter(({ success }) => success)).toHaveLength(3334)
    expect(new Set(answers.map(({ callId }) => callId)).size).toBe(10_000)
    expect(await gate.dispatch(call("last", "echo", { text: "a" }))).toMatchObject({ success: true, waitedMs: 0 })
  })

  it("are reported as waiting time, not as running time", async () => {
    const release = deferred()
    const gate = await openGate({ tools: [tool("block", () => release.promise), echo], limits: { callsPerSession: 1 } })
    const blocking = gate.dispatch(call("1", "block"))
    const waiting = gate.dispatch(call("2", "echo", { text: "a" }))
    release.resolve()
    const [blocked, waited] = await Promise.all([blocking, waiting])
    expect(blocked.waitedMs).toBe(0)
    expect(waited.waitedMs).toBeGreaterThan(0)
  })
})

describe("a call id", () => {
  it("may not be used twice at a time in a session; the first call is not affected", async () => {
    const release = deferred<string>()
    const gate = await openGate({ tools: [tool("block", () => release.promise)] })
    const first = gate.dispatch(call("same", "block"))
    expect(await gate.dispatch(call("same", "block"))).toMatchObject({
      executed: "no",
      error: { why: "DuplicateCall", class: "validation_error" }
    })
    const elsewhere = gate.dispatch(call("same", "block"), { session: "s2" })
    release.resolve("done")
    expect(await first).toMatchObject({ success: true })
    expect(await elsewhere).toMatchObject({ success: true })
    expect(gate.events.filter(({ type }) => type !== "tool.called")).toHaveLength(2)
    expect(await gate.dispatch(call("same", "block"))).toMatchObject({ success: true })
  })
})

describe("a child call", () => {
  const parent = (
    name: string,
    children: (dispatch: (call: ToolCall) => Awaitable<ToolExecution>, id: string) => unknown
  ) => tool(name, (_args, { dispatch, callId }) => children(dispatch, callId))
  const chained = defineTool({
    name: "chained",
    description: "For a test.",
    parameters: Type.Object({}),
    sideEffects: "NONE",
    callers: ["direct", "chain"],
    execute: () => "child"
  })

  it("runs in its parent's slot, so that four parents in four slots end", async () => {
    const gate = await openGate({
      tools: [
        chained,
        parent("parent", async (dispatch, id) => {
          const executions = await Promise.all([1, 2, 3].map((n) => dispatch(call(`${id}.${n}`, "chained"))))
          return executions.map(({ success }) => success)
        })
      ]
    })
    const calls = Array.from({ length: 8 }, (_, at) => call(String(at), "parent"))
    const answers = await gate.runtime.runPromise(gate.engine.dispatchAll(calls, gate.context()))
    expect(answers.map(({ output }) => output.value)).toEqual(calls.map(() => [true, true, true]))
  })

  it("can be yielded and awaited, and names its parent", async () => {
    const seen: Array<unknown> = []
    const gate = await openGate({
      tools: [
        chained,
        parent("effect", (dispatch) => Effect.map(dispatch(call("c1", "chained")), ({ output }) => output.content)),
        parent("promise", async (dispatch) => (await dispatch(call("c2", "chained"))).output.content)
      ],
      hooks: [{ onToolCall: (_call, { caller }) => void seen.push(caller) }]
    })
    for (const name of ["effect", "promise"])
      expect((await gate.dispatch(call(name, name))).output.value).toEqual([{ type: "text", text: "child" }])
    expect(seen).toEqual([
      { kind: "direct" },
      { kind: "chain", parent: "effect", chain: "effect", index: 0 },
      { kind: "direct" },
      { kind: "chain", parent: "promise", chain: "promise", index: 0 }
    ])
  })

  it("of a tool without chained calls is refused by the policy", async () => {
    const gate = await openGate({
      tools: [
        echo,
        parent("parent", async (dispatch) => (await dispatch(call("c", "echo", { text: "a" }))).error?.why ?? null)
      ]
    })
    expect((await gate.dispatch(call("1", "parent"))).output.content).toEqual([{ type: "text", text: "PolicyDenied" }])
  })

  /** A gate in which a call of `parent` makes eight calls of `counting` at once. */
  const family = async (limits: { readonly callsPerSession?: number; readonly callsInAll?: number }) => {
    const counts = counting()
    const eight = [1, 2, 3, 4, 5, 6, 7, 8]
    const gate = await openGate({
      limits,
      tools: [
        { ...counts.tool, callers: ["direct", "chain"] },
        parent("parent", (dispatch, id) =>
          Promise.all(eight.map((n) => dispatch(call(`${id}.${n}`, "counting")))).then(() => "done")
        )
      ]
    })
    return { gate, ...counts }
  }

  it("runs in parallel with its siblings while the session has spare slots", async () => {
    const { gate, most, finishAll } = await family({})
    const answer = gate.dispatch(call("1", "parent"))
    await finishAll(8)
    expect(await answer).toMatchObject({ success: true })
    expect(most()).toBe(4)
  })

  it.each([{ callsPerSession: 1 }, { callsInAll: 1 }])(
    "shares its parent's slot with its siblings, one at a time, if %o leaves no other",
    async (limits) => {
      const { gate, most, finishAll } = await family(limits)
      const answer = gate.dispatch(call("1", "parent"))
      await finishAll(8)
      expect(await answer).toMatchObject({ success: true })
      expect(most()).toBe(1)
    }
  )

  it("returns a spare slot to a waiting call before its next sibling", async () => {
    const { gate, most, finishAll, started, untilStarted } = await family({})
    const answers = [gate.dispatch(call("1", "parent"))]
    await untilStarted(4)
    answers.push(gate.dispatch(call("direct", "counting")))
    await finishAll(9)
    await Promise.all(answers)
    expect(started.indexOf("direct")).toBe(4)
    expect(most()).toBe(4)
    const later = gate.dispatch(call("2", "parent"))
    await untilStarted(9 + 4)
    await finishAll(8)
    expect(await later).toMatchObject({ success: true })
  })

  it("ends with its parent", async () => {
    const begun = deferred()
    const childEnded = deferred<string | undefined>()
    const gate = await openGate({
      tools: [
        tool(
          "stuck",
          (_args, { signal }) => {
            begun.resolve()
            return new Promise((resolve) => signal.addEventListener("abort", () => resolve("stopped")))
          },
          { callers: ["chain"] }
        ),
        parent("parent", async (dispatch) => {
          void dispatch(call("child", "stuck")).then(({ error }) => childEnded.resolve(error?.message))
          await begun.promise
          return "left"
        })
      ]
    })
    expect(await gate.dispatch(call("1", "parent"))).toMatchObject({ success: true })
    expect(await childEnded.promise).toBe("The call was cancelled because the call that made it has ended.")
  })

  it("of a call that is not in flight is refused", async () => {
    const gate = await openGate({ tools: [chained] })
    const caller = { kind: "chain" as const, parent: "gone", chain: "gone", index: 0 }
    expect(await gate.dispatch(call("1", "chained"), { caller })).toMatchObject({
      executed: "no",
      error: { class: "cancelled" }
    })
  })
})
