import { AuditLog, type Run, refuse, type ToolExecution, toolOutput, unenforced } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { call, type GateParts, openGate } from "./openGate.ts"
import { deferred, tool } from "./tools.ts"

/** Opens a gate whose log confirms no record before `release` is called. */
const openKeeping = async (parts: Partial<GateParts> = {}, keep = Effect.void as Effect.Effect<void, never>) => {
  const released = deferred()
  const waits = deferred()
  const recorded: Array<ToolExecution> = []
  const take = (answer: ToolExecution) => void recorded.push(answer)
  const audit = Layer.succeed(AuditLog, {
    entry: () => ({ intend: () => Effect.void, end: take }),
    refused: take,
    whenKept: () => {
      waits.resolve()
      return Effect.andThen(
        Effect.promise(() => released.promise),
        keep
      )
    }
  })
  const leaf = tool("leaf", () => "ran", { callers: ["direct", "chain"] })
  const gate = await openGate({ ...parts, tools: [leaf, ...(parts.tools ?? [])], audit })
  return { gate, recorded, untilWaiting: waits.promise, release: released.resolve }
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe("with a log that has to be awaited", () => {
  it.each([
    ["that runs", call("1", "leaf"), { success: true, executed: "yes" }],
    ["that is refused", call("1", "nowhere"), { error: { why: "ToolNotFound" }, executed: "no" }],
    ["that is no call", { id: "1" } as never, { error: { why: "InvalidArgs" }, executed: "no" }]
  ])("a call %s is answered and its end is published only after its record is stored", async (_, asked, outcome) => {
    const { gate, recorded, untilWaiting, release } = await openKeeping()
    let isAnswered = false
    const answer = gate.dispatch(asked).finally(() => {
      isAnswered = true
    })
    await untilWaiting
    await turns()
    expect([isAnswered, gate.events.filter(({ type }) => type !== "tool.called")]).toEqual([false, []])
    release()
    expect(await answer).toMatchObject(outcome)
    expect(recorded).toEqual([await answer])
    expect(gate.events.filter(({ type }) => type !== "tool.called")).toHaveLength(1)
  })

  it("a duplicate id also waits, and the first call continues", async () => {
    const blocked = deferred()
    const { gate, release } = await openKeeping({ tools: [tool("block", () => blocked.promise)] })
    const first = gate.dispatch(call("1", "block"))
    const heard: Array<string> = []
    const second = gate.dispatch(call("1", "leaf"), {}, undefined, { onEvent: ({ type }) => heard.push(type) })
    await turns()
    expect(heard).toEqual([])
    release()
    expect(await second).toMatchObject({ error: { why: "DuplicateCall" } })
    expect(heard).toEqual(["tool.failed"])
    blocked.resolve()
    expect(await first).toMatchObject({ success: true })
  })

  it("a call through the Effect door also waits", async () => {
    const { gate, untilWaiting, release } = await openKeeping()
    const answer = gate.dispatchEffect(call("1", "leaf"))
    await untilWaiting
    release()
    expect(await answer).toMatchObject({ success: true })
  })
})

describe("an answer without a confirmed record", () => {
  const gone = refuse("AuditUnavailable", "The disk is gone.")
  it.each([
    ["fails", () => gone],
    ["breaks", () => Effect.die("lost")],
    [
      "throws",
      () => {
        throw new Error("lost")
      }
    ]
  ])("says so if the log %s, and includes what the call did", async (_, whenKept) => {
    const ended: Array<ToolExecution> = []
    const audit = Layer.succeed(AuditLog, {
      entry: () => ({ intend: () => Effect.void, end: (answer) => void ended.push(answer) }),
      refused: () => {},
      whenKept
    })
    const gate = await openGate({ tools: [tool("leaf", () => "ran")], audit })
    const execution = await gate.dispatch(call("1", "leaf"))
    expect(execution).toMatchObject({
      success: false,
      executed: "yes",
      output: { success: true, content: [{ type: "text", text: "ran" }] },
      error: { why: "AuditUnavailable", message: "The call has ended. Its outcome could not be recorded." }
    })
    expect(ended).toMatchObject([{ success: true }])
    expect(gate.events).toMatchObject([{ type: "tool.called" }, { type: "tool.failed", executed: "yes" }])
    expect(await gate.dispatch(call("2", "nowhere"))).toMatchObject({
      executed: "no",
      error: {
        why: "AuditUnavailable",
        message: expect.stringMatching(/nowhere.* Its outcome could not be recorded\.$/)
      }
    })
    expect(gate.logs.join()).toContain("The answer to a call could not be recorded.")
  })
})

describe("the wait for a record is not interrupted:", () => {
  const expectKept = async (
    end: (gate: Awaited<ReturnType<typeof openKeeping>>["gate"], abort: AbortController) => unknown,
    deadline?: number
  ) => {
    const { gate, recorded, untilWaiting, release } = await openKeeping()
    const abort = new AbortController()
    const answer = gate.dispatch(call("1", "leaf"), { deadline }, abort.signal)
    await untilWaiting
    const ended = end(gate, abort)
    await turns()
    release()
    expect(await answer).toMatchObject({ success: true, executed: "yes" })
    expect(recorded).toEqual([await answer])
    await ended
  }

  it("by a cancellation", () => expectKept((_gate, abort) => abort.abort()))
  it("by a cancellation, which does not reach a finished run", async () => {
    const stopped: Array<unknown> = []
    const start: Run["start"] = (handles) => {
      handles.onStop({ stop: (reason) => stopped.push(reason) })
      return { output: toolOutput({ text: "ran" }), error: undefined, enforced: unenforced }
    }
    const { gate, untilWaiting, release } = await openKeeping({ sandbox: { start } })
    const abort = new AbortController()
    const answer = gate.dispatch(call("1", "leaf"), {}, abort.signal)
    await untilWaiting
    abort.abort()
    release()
    expect([(await answer).success, stopped]).toEqual([true, []])
  })
  it("by the end of its session's calls", () =>
    expectKept((gate) => Effect.runPromise(gate.engine.cancelSession("s1"))))
  it("by the end of the gate", () => expectKept((gate) => gate.close()))
  it("by its deadline", () => {
    const deadline = Date.now() + 100
    return expectKept(async () => {
      while (Date.now() <= deadline) await turns()
    }, deadline)
  })

  it("by the end of the call that made it", async () => {
    const untilChild = deferred()
    const parent = tool("parent", (_args, { dispatch }) => {
      void Promise.resolve(dispatch(call("child", "leaf")))
      return untilChild.promise
    })
    const { gate, recorded, untilWaiting, release } = await openKeeping({ tools: [parent] })
    const answer = gate.dispatch(call("1", "parent"))
    await untilWaiting
    untilChild.resolve()
    await expect.poll(() => recorded.length).toBe(2)
    release()
    expect(await answer).toMatchObject({ success: true })
    await expect
      .poll(() => gate.events.filter(({ callId, type }) => callId === "child" && type !== "tool.called"))
      .toMatchObject([{ type: "tool.completed" }])
  })

  it("a call that was cancelled while it ran waits for its record, too", async () => {
    const started = deferred()
    const blocks = tool("block", (_args, { signal }) => {
      started.resolve()
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    })
    const { gate, recorded, untilWaiting, release } = await openKeeping({ tools: [blocks] })
    const abort = new AbortController()
    const answer = gate.dispatch(call("1", "block"), {}, abort.signal)
    await started.promise
    abort.abort()
    await untilWaiting
    release()
    expect(await answer).toMatchObject({ error: { why: "Cancelled" }, executed: "yes" })
    expect(recorded).toEqual([await answer])
  })
})
