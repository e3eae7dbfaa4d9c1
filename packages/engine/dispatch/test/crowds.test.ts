import { getEventListeners } from "node:events"
import type { Run, ToolExecution } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { counting, deferred, echo, tool } from "./tools.ts"

/** Counts the answers in the fullest turn of the event loop, until all calls are answered. */
const fullestTurn = async (answers: ReadonlyArray<Promise<ToolExecution>>) => {
  let answered = 0
  let most = 0
  for (const answer of answers) void answer.then(() => answered++)
  for (let before = 0; before < answers.length; before = answered) {
    await new Promise(setImmediate)
    most = Math.max(most, answered - before)
  }
  return most
}

const crowd = 3000

/**
 * An upper bound for one turn and the rest of another, each with its share of ending and starting calls. Far below the
 * number of calls.
 */
const share = 256

/** A gate whose only slot is taken until it is released. */
const openBusy = async () => {
  const release = deferred()
  const ran: Array<string> = []
  const noted = (name: string, answer: () => unknown) =>
    tool(name, (_args, { callId }) => {
      ran.push(callId)
      return answer()
    })
  const gate = await openGate({
    tools: [
      tool("block", (_args, { signal }) => {
        signal.addEventListener("abort", () => ran.push("told to end"))
        return release.promise
      }),
      noted("now", () => "done"),
      noted("soon", () => Promise.resolve("done"))
    ],
    limits: { callsInAll: 1 },
    grace: { cancelled: 0, drained: 0 }
  })
  const blocking = gate.dispatch(call("block", "block"), { session: "other" })
  const queue = (name: string, signalOf: (at: number) => AbortSignal | undefined = () => undefined) =>
    Array.from({ length: crowd }, (_, at) => gate.dispatch(call(String(at), name), {}, signalOf(at)))
  return { gate, ran, queue, blocking, release: () => release.resolve() }
}

describe("calls that share one signal", () => {
  it("add one listener and remove it when all are answered", async () => {
    const { tool: counted, finishAll, untilStarted } = counting()
    const [gate, second] = await Promise.all([openGate({ tools: [counted] }), openGate({ tools: [counted] })])
    const { signal } = new AbortController()
    const answers = Array.from({ length: 10 }, (_, at) => gate.dispatch(call(String(at), "counting"), {}, signal))
    answers.push(second.dispatch(call("elsewhere", "counting"), {}, signal))
    await untilStarted(5)
    expect(getEventListeners(signal, "abort")).toHaveLength(1)
    await finishAll(11)
    expect((await Promise.all(answers)).map(({ success }) => success)).toEqual(answers.map(() => true))
    expect(getEventListeners(signal, "abort")).toHaveLength(0)
  })

  it("all end when it is aborted, remove the listener, and later calls never start", async () => {
    const gate = await openGate({
      tools: [tool("block", () => new Promise(() => {})), echo],
      limits: { callsPerSession: 1 },
      grace: { cancelled: 0, drained: 0 }
    })
    const abort = new AbortController()
    const answers = ["a", "b", "c"].map((id) => gate.dispatch(call(id, "block"), {}, abort.signal))
    const other = new AbortController()
    const waiting = gate.dispatch(call("other", "echo", { text: "x" }), {}, other.signal)
    abort.abort()
    expect((await Promise.all(answers)).map(({ executed, error }) => [executed, error?.class])).toEqual([
      ["yes", "cancelled"],
      ["no", "cancelled"],
      ["no", "cancelled"]
    ])
    expect(await waiting).toMatchObject({ success: true })
    expect(getEventListeners(abort.signal, "abort")).toHaveLength(0)
    expect(getEventListeners(other.signal, "abort")).toHaveLength(0)
    expect(await gate.dispatch(call("late", "echo", { text: "x" }), {}, abort.signal)).toMatchObject({ executed: "no" })
    expect(getEventListeners(abort.signal, "abort")).toHaveLength(0)
  })
})

describe("thousands of calls that wait for a slot", () => {
  it.each(["now", "soon"])("start in limited numbers per event loop turn if they end %s", async (name) => {
    const { queue, release, ran } = await openBusy()
    const answers = queue(name)
    release()
    expect(await fullestTurn(answers)).toBeLessThanOrEqual(share)
    expect(ran).toEqual(answers.map((_, at) => String(at)))
  })

  it("do not delay a call of another session", async () => {
    const { gate, queue, release, ran } = await openBusy()
    const answers = queue("now")
    const polite = gate.dispatch(call("polite", "now"), { session: "polite" })
    release()
    await polite
    expect(ran.length).toBeLessThanOrEqual(share)
    await Promise.all(answers)
  })
})

describe("thousands of calls that end together", () => {
  const endedBy = {
    "one signal": async () => {
      const busy = await openBusy()
      const abort = new AbortController()
      const answers = busy.queue("now", () => abort.signal)
      return { busy, answers, end: () => abort.abort() }
    },
    "a signal each": async () => {
      const busy = await openBusy()
      const aborts: Array<AbortController> = []
      const answers = busy.queue("now", (at) => {
        const abort = new AbortController()
        aborts[at] = abort
        return abort.signal
      })
      return {
        busy,
        answers,
        end: () => {
          for (const abort of aborts) abort.abort()
        }
      }
    },
    "their session": async () => {
      const busy = await openBusy()
      const answers = busy.queue("now")
      return { busy, answers, end: () => void busy.gate.runtime.runPromise(busy.gate.engine.cancelSession("s1")) }
    },
    "their id": async () => {
      const busy = await openBusy()
      const answers = busy.queue("now")
      return {
        busy,
        answers,
        end: () => answers.forEach((_, at) => void busy.gate.engine.cancelCall("s1", String(at)))
      }
    }
  }

  it.each(Object.entries(endedBy))(
    "by %s are answered in shares per event loop turn, and none of them starts",
    async (_, make) => {
      const { busy, answers, end } = await make()
      end()
      // Their slot becomes free before most of them are stopped.
      busy.release()
      expect(await fullestTurn(answers)).toBeLessThanOrEqual(share)
      expect(busy.ran).toEqual([])
      for (const { executed, error } of await Promise.all(answers))
        expect([executed, error?.class]).toEqual(["no", "cancelled"])
      expect(await busy.gate.dispatch(call("after", "now"))).toMatchObject({ success: true })
    }
  )

  it("do not delay stopping running calls or other sessions", async () => {
    const { gate, queue, ran, blocking } = await openBusy()
    const answers = queue("now")
    const polite = gate.dispatch(call("polite", "now"), { session: "polite" })
    let answered = 0
    for (const answer of answers) void answer.then(() => answered++)
    void gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    gate.engine.cancelCall("polite", "polite")
    gate.engine.cancelCall("other", "block")
    // The others have used up the share of this turn.
    expect(ran).toEqual(["told to end"])
    expect(await polite).toMatchObject({ executed: "no", error: { class: "cancelled" } })
    expect(answered).toBeLessThanOrEqual(2 * share)
    expect(await blocking).toMatchObject({ executed: "yes", error: { class: "cancelled" } })
    await Promise.all(answers)
    expect(ran).toEqual(["told to end"])
  })

  it("through the Effect door are answered before the interrupting fiber continues", async () => {
    const { gate, ran, release } = await openBusy()
    const calls = Array.from({ length: crowd }, (_, at) => call(String(at), "now"))
    const fiber = gate.runtime.runFork(gate.engine.dispatchAll(calls, gate.context()))
    await new Promise(setImmediate)
    await gate.runtime.runPromise(Fiber.interrupt(fiber))
    expect(gate.events.filter(({ type }) => type === "tool.failed")).toHaveLength(crowd)
    release()
    expect(ran).toEqual([])
  })
})

it("a sandbox that fails to stop a call does not stop other calls from ending", async () => {
  const start: Run["start"] = (handles) =>
    Effect.callback((resume) =>
      handles.onStop({
        stop: (reason) => {
          resume(Effect.fail(reason))
          throw new Error("broken stop")
        }
      })
    )
  const gate = await openGate({ tools: [echo], sandbox: { start }, limits: { callsPerSession: 2 } })
  const abort = new AbortController()
  const answers = ["a", "b", "c"].map((id) => gate.dispatch(call(id, "echo", { text: id }), {}, abort.signal))
  abort.abort()
  expect((await Promise.all(answers)).map(({ error }) => error?.class)).toEqual(answers.map(() => "cancelled"))
  expect(gate.logs).toEqual([0, 1].map(() => expect.stringContaining("broken stop")))
})
