import { defineTool, FairSlots, type ToolContext } from "@toolgate/core"
import Type from "typebox"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { call, openGate } from "./openGate.ts"
import { counting, deferred, echo, tool } from "./tools.ts"

const by = (agent: string, session = agent) => ({
  session,
  principal: { agent, ceiling: { tools: "any" as const } }
})

const withTimers = () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "performance"] })
  onTestFinished(() => {
    // The deadlines of runs are shared: none of their timers may stay behind.
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
  })
}

const busy = (what: string) => ({
  executed: "no",
  waitedMs: 30_000,
  error: {
    why: "QueueBusy",
    class: "execution_error",
    message: `Too busy: the call waited 30 s for ${what} and did not run. Try again later, or make fewer concurrent calls.`
  }
})

describe("the slots for calls of all sessions", () => {
  it("go to agents in turn, and then to the sessions of an agent", async () => {
    const { tool: counted, started, finishAll } = counting()
    const gate = await openGate({ tools: [counted], limits: { callsInAll: 1 } })
    const answers = ["a1", "a1", "a1", "a2", "a3", "b1", "b1", "c1"].map(([agent = "", session = ""], at) =>
      gate.dispatch(call(`${agent}${session}-${at}`, "counting"), by(agent, `${agent}${session}`))
    )
    await finishAll(8)
    await Promise.all(answers)
    expect(started.map((id) => id.split("-")[0])).toEqual(["a1", "a1", "b1", "c1", "a2", "b1", "a3", "a1"])
  })

  it("have a time limit for waiting, after which the next call gets the slot", async () => {
    withTimers()
    const release = deferred()
    const gate = await openGate({ tools: [tool("block", () => release.promise), echo], limits: { callsInAll: 1 } })
    const blocking = gate.dispatch(call("1", "block"), by("a"))
    const waiting = gate.dispatch(call("2", "echo", { text: "b" }), by("b"))
    vi.advanceTimersByTime(30_000)
    expect(await waiting).toMatchObject(busy("one of the slots for calls of all sessions"))
    const next = gate.dispatch(call("3", "echo", { text: "b" }), by("b"))
    release.resolve()
    expect(await blocking).toMatchObject({ success: true })
    expect(await next).toMatchObject({ success: true })
  })

  it("have no time limit for a call that waits for its own session", async () => {
    withTimers()
    const release = deferred()
    const gate = await openGate({ tools: [tool("block", () => release.promise), echo], limits: { callsPerSession: 1 } })
    const blocking = gate.dispatch(call("1", "block"))
    const waiting = gate.dispatch(call("2", "echo", { text: "b" }))
    vi.advanceTimersByTime(40_000)
    release.resolve()
    expect((await blocking).success).toBe(true)
    expect(await waiting).toMatchObject({ success: true, waitedMs: 40_000 })
  })
})

describe("the wait for a locked file", () => {
  const writing = () => {
    const started: Array<string> = []
    const releases: Array<() => void> = []
    const writes = defineTool({
      name: "writes",
      description: "For a test.",
      parameters: Type.Object({ path: Type.String() }),
      sideEffects: "WRITE",
      resources: [{ kind: "file", arg: "/path", mode: "rw", within: "workspace" }],
      execute: async (_args, { callId }) => {
        started.push(callId)
        await new Promise<void>((resolve) => releases.push(resolve))
        return "done"
      }
    })
    return { started, releases, writes }
  }

  it("is fair between agents", async () => {
    const { started, releases, writes } = writing()
    const gate = await openGate({ tools: [writes] })
    const answers = ["a1", "a2", "a3", "b4"].map(([agent = "", at = ""]) =>
      gate.dispatch(call(at, "writes", { path: "n" }), by(agent))
    )
    for (let done = 0; done < 4; done++) {
      await expect.poll(() => releases.length).toBe(done + 1)
      releases[done]?.()
    }
    await Promise.all(answers)
    expect(started).toEqual(["1", "2", "4", "3"])
  })

  it("ends at the limit and leaves no trace of the call", async () => {
    const { started, releases, writes } = writing()
    const gate = await openGate({ tools: [writes], limits: { queueMs: 1 } })
    const first = gate.dispatch(call("1", "writes", { path: "n" }))
    await expect.poll(() => releases.length).toBe(1)
    expect(await gate.dispatch(call("2", "writes", { path: "n" }))).toMatchObject({
      executed: "no",
      error: { why: "QueueBusy", message: expect.stringContaining("a file that other calls write") }
    })
    releases[0]?.()
    expect((await first).success).toBe(true)
    const third = gate.dispatch(call("3", "writes", { path: "n" }))
    await expect.poll(() => releases.length).toBe(2)
    releases[1]?.()
    expect(await third).toMatchObject({ success: true })
    expect(started).toEqual(["1", "3"])
  })
})

describe("a slot that a tool takes", () => {
  /** A gate with a tool whose calls share slots, and a tool that calls it. */
  const openPool = async (inAll: number) => {
    const slots = new FairSlots({ inAll })
    const holds = [deferred(), deferred()]
    const begun: Array<string> = []
    const works = tool(
      "works",
      async (_args, { takeSlot, callId }: ToolContext) => {
        const release = await takeSlot(slots, "a press")
        begun.push(callId)
        await holds[begun.length - 1]?.promise
        release()
        return "done"
      },
      { callers: ["direct", "chain"], timeoutMs: 1_000 }
    )
    const parent = tool(
      "parent",
      async (_args, { dispatch }: ToolContext) => (await dispatch(call("child", "works"))).success,
      { timeoutMs: 1_000 }
    )
    return { gate: await openGate({ tools: [works, parent] }), holds, begun, slots }
  }

  it("does not count the wait in the wall time and duration of the call and its parent", async () => {
    withTimers()
    const { gate, holds, begun, slots } = await openPool(1)
    const first = gate.dispatch(call("1", "works"), by("a"))
    const second = gate.dispatch(call("2", "parent"), by("b"))
    while (slots.waiting === 0) await new Promise(setImmediate)
    vi.advanceTimersByTime(999)
    holds[0]?.resolve()
    expect(await first).toMatchObject({ success: true, durationMs: 999, waitedMs: 0 })
    while (begun.length < 2) await new Promise(setImmediate)
    vi.advanceTimersByTime(999)
    holds[1]?.resolve()
    expect(await second).toMatchObject({ success: true, output: { value: true } })
    expect(gate.events.find(({ type, callId }) => type === "tool.completed" && callId === "child")).toMatchObject({
      durationMs: 999,
      waitedMs: 999
    })
  })

  it("has a time limit for waiting, after which the call has not run", async () => {
    withTimers()
    const { gate, begun } = await openPool(1)
    void gate.dispatch(call("1", "works"), by("a"))
    // The first call holds its slot for longer than it may run, because nothing that it waits for ends.
    const second = gate.dispatch(call("2", "works"), by("b"))
    vi.advanceTimersByTime(30_000)
    expect(await second).toMatchObject({ ...busy("a press"), durationMs: 0 })
    expect(begun).toEqual(["1"])
  })

  it("goes to others if the call ends while waiting", async () => {
    const { gate, holds, begun, slots } = await openPool(1)
    const first = gate.dispatch(call("1", "works"), by("a"))
    const end = new AbortController()
    const second = gate.dispatch(call("2", "works"), by("b"), end.signal)
    const third = gate.dispatch(call("3", "works"), by("c"))
    await expect.poll(() => slots.waiting).toBe(2)
    end.abort()
    expect(await second).toMatchObject({ error: { class: "cancelled" } })
    for (const hold of holds) hold.resolve()
    expect([await first, await third]).toMatchObject([{ success: true }, { success: true }])
    expect([begun, slots.waiting, slots.isFull]).toEqual([["1", "3"], 0, false])
  })
})

it("refuses an invalid time limit", async () => {
  for (const queueMs of [0, -1, Number.NaN])
    await expect(openGate({ tools: [echo], limits: { queueMs } })).rejects.toThrow('The limit "queueMs"')
})
