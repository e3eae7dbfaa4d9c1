import { defineTool, ToolCancelled, toolOutput } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import fc from "fast-check"
import Type from "typebox"
import { assert, describe, expect, it, onTestFinished, vi } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred, echo, tool } from "./tools.ts"

const quick = { cancelled: 20, timedOut: 20 }

/** Longer than any test. */
const never = 2 ** 31 - 1

/** A tool that ignores its signal, and has a `cancel`. */
const stubborn = (
  running: { readonly resolve: () => void },
  execute: () => Promise<unknown>,
  cancel: () => boolean | Promise<boolean>,
  timeoutMs = 60_000
) =>
  defineTool({
    name: "t",
    description: "For a test.",
    parameters: Type.Object({}),
    sideEffects: "NONE",
    timeoutMs,
    make: () => ({
      execute: () => {
        running.resolve()
        return execute()
      },
      cancel
    })
  })

describe("a call that is cancelled", () => {
  it("before it starts is answered and never runs", async () => {
    const gate = await openGate({ tools: [echo] })
    const execution = await gate.dispatch(call("1", "echo", { text: "a" }), {}, AbortSignal.abort())
    expect(execution).toMatchObject({ executed: "no", error: { class: "cancelled" }, arguments: { text: "a" } })
    expect(gate.events.map((event) => event.type)).toEqual(["tool.failed"])
  })

  it.each([
    ["that cannot be read", { addEventListener: () => {}, removeEventListener: () => {} }],
    ["without a way to stop listening", { aborted: false, addEventListener: () => {} }],
    ["whose members throw", new Proxy({}, { get: () => assert.fail("secret") })]
  ])("by a signal %s is refused", async (_, signal) => {
    const gate = await openGate({ tools: [echo] })
    const execution = await gate.dispatch(call("1", "echo", { text: "a" }), {}, signal as unknown as AbortSignal)
    expect(execution).toMatchObject({ executed: "no", error: { why: "InvalidArgs" } })
  })

  it("by a signal that rejects listeners ends", async () => {
    const gate = await openGate({ tools: [tool("wait", () => new Promise(() => {}))], grace: quick })
    const signal = { aborted: false, addEventListener: () => assert.fail("secret"), removeEventListener: () => {} }
    for (const id of ["1", "2"])
      expect(await gate.dispatch(call(id, "wait"), {}, signal as unknown as AbortSignal)).toMatchObject({
        error: { why: "InvalidArgs" }
      })
  })

  it("is answered even if its listener cannot be removed", async () => {
    const release = deferred()
    const gate = await openGate({ tools: [tool("wait", () => release.promise)] })
    const signal = { aborted: false, addEventListener: () => {}, removeEventListener: () => assert.fail("secret") }
    const answer = gate.dispatch(call("1", "wait"), {}, signal as unknown as AbortSignal)
    release.resolve()
    expect(await answer).toMatchObject({ success: true })
  })

  it("while it waits for a slot never runs", async () => {
    const release = deferred()
    const gate = await openGate({ tools: [tool("block", () => release.promise), echo], limits: { callsPerSession: 1 } })
    const blocking = gate.dispatch(call("1", "block"))
    const abort = new AbortController()
    const waiting = gate.dispatch(call("2", "echo", { text: "a" }), {}, abort.signal)
    abort.abort()
    expect(await waiting).toMatchObject({ executed: "no", error: { class: "cancelled" } })
    release.resolve()
    expect(await blocking).toMatchObject({ success: true })
    expect(await gate.dispatch(call("3", "echo", { text: "b" }))).toMatchObject({ success: true })
  })

  it("while it runs is notified by its signal and by cancel, and keeps its output", async () => {
    const running = deferred()
    let cancelled = 0
    const gate = await openGate({
      tools: [
        defineTool({
          name: "t",
          description: "For a test.",
          parameters: Type.Object({}),
          sideEffects: "NONE",
          make: () => {
            const stopped = deferred<string>()
            return {
              execute: async (_args, { signal }) => {
                signal.addEventListener("abort", () => stopped.resolve("half"))
                running.resolve()
                return toolOutput({ success: false, text: await stopped.promise })
              },
              cancel: () => ++cancelled > 0
            }
          }
        })
      ]
    })
    const answer = gate.dispatch(call("1", "t"))
    await running.promise
    await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    expect(await answer).toMatchObject({
      success: false,
      executed: "yes",
      error: { class: "cancelled" },
      output: { content: [{ type: "text", text: "half" }] }
    })
    expect(cancelled).toBe(1)
    expect(gate.events.at(-1)).toMatchObject({
      type: "tool.failed",
      errorClass: "cancelled",
      partialOutput: { content: [{ text: "half" }] }
    })
  })

  it("after its end is not affected", async () => {
    const gate = await openGate({ tools: [echo] })
    const abort = new AbortController()
    const execution = await gate.dispatch(call("1", "echo", { text: "a" }), {}, abort.signal)
    abort.abort()
    await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    expect(execution.success).toBe(true)
    expect(gate.events).toHaveLength(2)
  })

  it("interrupts a tool that is an Effect and waits for its finalizers", async () => {
    const running = deferred()
    const steps: Array<string> = []
    const effect = Effect.sync(() => running.resolve()).pipe(
      Effect.andThen(Effect.never),
      Effect.ensuring(Effect.sync(() => steps.push("cleaned up")))
    )
    const gate = await openGate({ tools: [tool("t", () => effect)] })
    const answer = gate.dispatch(call("1", "t")).then((execution) => steps.push(execution.error?.class ?? "none"))
    await running.promise
    await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    await answer
    expect(steps).toEqual(["cleaned up", "cancelled"])
    expect(gate.logs).toEqual([])
  })

  it("is abandoned with a log line if it ignores cancellation", async () => {
    const running = deferred()
    const gate = await openGate({
      tools: [
        tool("t", () => {
          running.resolve()
          return new Promise(() => {})
        })
      ],
      grace: quick
    })
    const answer = gate.dispatch(call("1", "t"))
    await running.promise
    await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    expect(await answer).toMatchObject({ executed: "yes", error: { class: "cancelled" } })
    expect(gate.logs).toMatchObject([expect.stringMatching(/level=WARN.*abandoned.*callId=1/s)])
  })

  it.each([
    ["at once", () => true],
    ["later", () => Promise.resolve(true)]
  ])("is not waited for once its cancel has answered true, %s", async (_when, cancel) => {
    const running = deferred()
    const late = deferred<string>()
    const gate = await openGate({
      tools: [stubborn(running, () => late.promise, cancel)],
      grace: { cancelled: never, timedOut: never, drained: 0 }
    })
    const answer = gate.dispatch(call("1", "t"))
    await running.promise
    await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    late.resolve("too late")
    expect(await answer).toMatchObject({
      success: false,
      executed: "yes",
      error: { class: "cancelled" },
      output: { content: [] }
    })
    expect(gate.logs).toEqual([])
    expect(gate.events.map(({ type }) => type)).toEqual(["tool.called", "tool.failed"])
  })

  it("keeps the result that follows after cancel returned true", async () => {
    const running = deferred()
    const stopped = deferred<string>()
    const gate = await openGate({
      tools: [
        stubborn(
          running,
          () => stopped.promise,
          () => {
            stopped.resolve("half")
            return true
          }
        )
      ],
      grace: { cancelled: never, drained: never }
    })
    const answer = gate.dispatch(call("1", "t"))
    await running.promise
    await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    expect((await answer).output.content).toEqual([{ type: "text", text: "half" }])
  })

  it("gets the full grace period if cancel returns anything else", async () => {
    const answers = [() => false, () => undefined, () => "true", () => Promise.resolve(false), () => Promise.reject(1)]
    for (const cancel of answers) {
      const running = deferred()
      const gate = await openGate({
        tools: [stubborn(running, () => new Promise(() => {}), cancel as () => boolean)],
        grace: { cancelled: 20, drained: 0 }
      })
      const answer = gate.dispatch(call("1", "t"))
      await running.promise
      await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
      expect((await answer).error?.class).toBe("cancelled")
      expect(gate.logs.at(-1)).toMatch(/level=WARN.*abandoned/s)
    }
  })

  it("gets no grace period if its time is up and cancel returned true", async () => {
    const running = deferred()
    const gate = await openGate({
      tools: [
        stubborn(
          running,
          () => new Promise(() => {}),
          () => true,
          1
        )
      ],
      grace: { timedOut: never, drained: 0 }
    })
    expect((await gate.dispatch(call("1", "t"))).error?.class).toBe("timeout")
    expect(gate.logs).toEqual([])
  })

  it("may report its cancellation itself", async () => {
    const gate = await openGate({
      tools: [tool("t", () => Promise.reject(new ToolCancelled({ message: "Stopped." })))]
    })
    expect((await gate.dispatch(call("1", "t"))).error).toMatchObject({ class: "cancelled", slug: "tool_failed" })
  })

  it("does not wait for or end calls of another session", async () => {
    const release = deferred()
    const gate = await openGate({ tools: [tool("block", () => release.promise)] })
    const other = gate.dispatch(call("1", "block"), { session: "s2" })
    await gate.runtime.runPromise(gate.engine.cancelSession("s1"))
    release.resolve()
    expect(await other).toMatchObject({ success: true })
  })

  it("through the Effect door ends when its fiber is interrupted, and publishes its end", async () => {
    const running = deferred()
    const stopped = deferred<string>()
    const gate = await openGate({
      tools: [
        tool("t", (_args, { signal }) => {
          signal.addEventListener("abort", () => stopped.resolve("partial"))
          running.resolve()
          return stopped.promise
        })
      ]
    })
    const fiber = gate.runtime.runFork(gate.engine.dispatch(call("1", "t"), gate.context()))
    await running.promise
    await gate.runtime.runPromise(Fiber.interrupt(fiber))
    expect(gate.events.at(-1)).toMatchObject({ type: "tool.failed", errorClass: "cancelled" })
  })
})

describe("a call whose time is up", () => {
  it("is answered with the exceeded limit", async () => {
    const gate = await openGate({ tools: [tool("t", () => new Promise(() => {}), { timeoutMs: 30 })], grace: quick })
    expect(await gate.dispatch(call("1", "t"))).toMatchObject({
      executed: "yes",
      error: { class: "timeout", message: 'Tool "t" exceeded its wall-time limit of 30 ms.' },
      enforced: { wallMs: "timer", access: "cooperative" }
    })
  })

  it("keeps the output if the tool stops in time", async () => {
    const gate = await openGate({
      tools: [
        tool(
          "t",
          (_args, { signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("half"))),
          {
            timeoutMs: 30
          }
        )
      ]
    })
    expect(await gate.dispatch(call("1", "t"))).toMatchObject({
      error: { class: "timeout" },
      output: { content: [{ text: "half" }] }
    })
  })

  it("ends at its caller's deadline, waiting or running", async () => {
    // A real clock could run out on a busy machine before the first call runs.
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const begun = deferred()
    const block = () => {
      begun.resolve()
      return new Promise(() => {})
    }
    const gate = await openGate({
      tools: [tool("block", block)],
      limits: { callsPerSession: 1 },
      grace: { cancelled: 60_000, timedOut: 20 }
    })
    const deadline = Date.now() + 40
    const both = Promise.all([
      gate.dispatch(call("1", "block"), { deadline }),
      gate.dispatch(call("2", "block"), { deadline })
    ])
    await begun.promise
    await vi.advanceTimersByTimeAsync(40 + 20)
    const [running, waiting] = await both
    expect(running).toMatchObject({ executed: "yes", error: { class: "timeout" } })
    expect(waiting).toMatchObject({ executed: "no", error: { class: "timeout" } })
  })

  it.each([-1, Number.NaN, Number.NEGATIVE_INFINITY])("does not begin when the deadline is %d ms away", async (ms) => {
    const gate = await openGate({ tools: [echo] })
    expect(await gate.dispatch(call("1", "echo", { text: "a" }), { deadline: Date.now() + ms })).toMatchObject({
      executed: "no",
      error: { class: "timeout" }
    })
  })

  it.each([2 ** 40, Number.POSITIVE_INFINITY])("runs when the deadline is %d ms away", async (ms) => {
    const gate = await openGate({
      tools: [tool("later", () => new Promise((resolve) => setImmediate(resolve, "done")))]
    })
    expect(await gate.dispatch(call("1", "later"), { deadline: Date.now() + ms })).toMatchObject({ success: true })
  })
})

describe("a gate that closes", () => {
  it("answers running and waiting calls and refuses new ones", async () => {
    const running = deferred()
    const gate = await openGate({
      tools: [
        tool("block", () => {
          running.resolve()
          return new Promise(() => {})
        })
      ],
      limits: { callsPerSession: 1 },
      grace: quick
    })
    const answers = [gate.dispatch(call("1", "block")), gate.dispatch(call("2", "block"))]
    await running.promise
    await gate.close()
    expect((await Promise.all(answers)).map(({ executed, error }) => [executed, error?.class])).toEqual([
      ["yes", "cancelled"],
      ["no", "cancelled"]
    ])
    expect(await gate.dispatch(call("3", "block"))).toMatchObject({
      executed: "no",
      error: { message: "The call was cancelled because the gate is closed." }
    })
  })
})

it("gives every call exactly one answer and one last event when completion and cancellation race", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ settleAfter: fc.nat(6), cancelAfter: fc.nat(6) }), { minLength: 1, maxLength: 8 }),
      async (races) => {
        const turns = async (count: number) => {
          for (let turn = 0; turn < count; turn++) await Promise.resolve()
        }
        const gate = await openGate({
          tools: [
            tool("t", async (_args, { callId }) => {
              await turns(races[Number(callId)]?.settleAfter ?? 0)
              return callId
            })
          ],
          grace: quick
        })
        const executions = await Promise.all(
          races.map(async ({ cancelAfter }, at) => {
            const abort = new AbortController()
            const answer = gate.dispatch(call(String(at), "t"), {}, abort.signal)
            await turns(cancelAfter)
            abort.abort()
            return answer
          })
        )
        executions.forEach((execution, at) => {
          expect(execution.callId).toBe(String(at))
          expect(execution.success ? undefined : execution.error?.class).toBe(
            execution.success ? undefined : "cancelled"
          )
          const ends = gate.events.filter(({ callId, type }) => callId === String(at) && type !== "tool.called")
          expect(ends.map(({ type }) => type)).toEqual([execution.success ? "tool.completed" : "tool.failed"])
        })
      }
    ),
    runs(50)
  )
})
