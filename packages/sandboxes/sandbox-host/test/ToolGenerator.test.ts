import { setImmediate as turn } from "node:timers/promises"
import {
  type OutputStream,
  type Permit,
  type Ran,
  type ResolvedPath,
  type ResourceLimits,
  refused,
  type Stoppable,
  ToolExecutionError,
  type ToolInstance,
  ToolOutcomeUnknown,
  toolOutput,
  unlimited
} from "@toolgate/core"
import { makePermissionRequest, makeRegisteredTool, runHandles, runToEnd } from "@toolgate/testing"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it, vi } from "vitest"
import { NodeHostSandbox } from "../src/index.ts"

const cancelled = refused("Cancelled", "The call was cancelled.")

interface Parts {
  readonly limits?: Partial<ResourceLimits>
  readonly timeoutMs?: number
  readonly grace?: Partial<(typeof NodeHostSandbox.HostGrace)["Service"]>
}

/** Starts a run in the real sandbox, and records everything that the run emits and logs. */
const started = async (
  instance: ToolInstance | ((stop: () => void) => ToolInstance),
  { limits, timeoutMs = 60_000, grace }: Parts = {}
) => {
  const deltas: Array<readonly [OutputStream, string]> = []
  const logs: Array<string> = []
  const stops: Array<Stoppable> = []
  const stop = () => {
    for (const each of stops) each.stop(cancelled)
  }
  const make = () => (typeof instance === "function" ? instance(stop) : instance)
  const tool = makeRegisteredTool({
    implementations: [{ kind: "function", make, stateless: false }],
    timeoutMs
  })
  const permit: Permit = {
    request: makePermissionRequest({ args: { upTo: 3 }, context: { workspace: "/" as ResolvedPath } }, tool.definition),
    grant: {
      sandbox: "host",
      confinement: "required",
      limits: { ...unlimited(), ...limits },
      access: { files: [], hosts: [], env: [] }
    },
    because: { layer: "test", rule: "all", source: "test" },
    waitedMs: 0
  }
  const run = await NodeHostSandbox.make.pipe(
    Effect.flatMap((sandbox) => sandbox.prepare(permit, tool)),
    Effect.provide([
      NodeFileSystems.layer,
      Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]),
      Layer.succeed(NodeHostSandbox.HostGrace, { cancelled: 30_000, timedOut: 1_000, drained: 500, ...grace })
    ]),
    Effect.runPromise
  )
  const handles = runHandles({
    onStop: (stop) => stops.push(stop),
    emit: (stream, text) => deltas.push([stream, text])
  })
  return { deltas, logs, ran: runToEnd(run, handles), stop }
}

const ended = async (execute: ToolInstance["execute"], parts?: Parts) => {
  const run = await started({ execute }, parts)
  return { ...run, ran: await run.ran }
}

const textOf = ({ output }: Ran) => output.content.map((block) => (block.type === "text" ? block.text : "")).join("")

describe("a tool that is an async generator", () => {
  it("streams yielded text in order, and answers with the returned value", async () => {
    const { ran, deltas, logs } = await ended(async function* ({ upTo }: { upTo: number }) {
      for (let n = 1; n <= upTo; n++) yield `${n}\n`
      yield ""
      return { upTo }
    })
    expect(deltas).toEqual([
      ["stdout", "1\n"],
      ["stdout", "2\n"],
      ["stdout", "3\n"],
      ["stdout", ""]
    ])
    expect(ran).toMatchObject({ output: { content: [], value: { upTo: 3 }, success: true }, error: undefined })
    expect(ran.enforced.reached).toBeUndefined()
    expect(logs).toEqual([])
  })

  it("may return any output of a tool, or nothing", async () => {
    const returning = async (value: unknown) =>
      (
        await ended(async function* () {
          yield "told"
          return value
        })
      ).ran
    expect(textOf(await returning("text"))).toBe("text")
    expect((await returning([1])).output.value).toEqual([1])
    expect((await returning(toolOutput({ text: "no", success: false }))).output).toMatchObject({ success: false })
    expect(await returning(undefined)).toMatchObject({ output: { content: [], success: true }, error: undefined })
    expect((await returning(new Map())).error?.message).toMatch(/is an instance of a class/)
    const long = await ended(
      // biome-ignore lint/correctness/useYield: a generator need not yield
      async function* () {
        return "x".repeat(100)
      },
      { limits: { outputBytes: 10 } }
    )
    expect(textOf(long.ran)).toMatch(/left out/)
  })

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a number", 1],
    ["a bigint", 1n],
    ["a symbol", Symbol("s")],
    ["a function", () => "text"],
    ["an array", ["text"]],
    ["an object", { text: "text" }],
    ["an instance of a class", Buffer.from("text")]
  ])("fails if it yields %s, after its finally has run", async (kind, value) => {
    const steps: Array<string> = []
    const { ran, deltas, logs } = await ended(async function* () {
      try {
        yield "told"
        yield value
        steps.push("went on")
      } finally {
        steps.push("cleaned up")
      }
    })
    expect(ran.error).toMatchObject({
      class: "execution_error",
      message: `Tool "a_tool" yielded ${kind}, but a tool may yield only strings.`
    })
    expect(deltas).toEqual([["stdout", "told"]])
    expect(textOf(ran)).toBe("told")
    expect([steps, logs]).toEqual([["cleaned up"], []])
  })

  it("fails like any tool if it throws, and keeps the yielded text", async () => {
    const yielding = (cause: unknown) =>
      ended(async function* () {
        for (let n = 0; n < 10; n++) yield String(n)
        throw cause
      })
    const meant = await yielding(new ToolExecutionError({ message: "The disk is full." }))
    expect(meant.deltas).toHaveLength(10)
    expect(meant.ran).toMatchObject({
      output: { content: [{ type: "text", text: "0123456789" }], success: false },
      error: { class: "execution_error", message: "The disk is full." }
    })
    expect(meant.logs).toEqual([])
    const unmeant = await yielding(new Error("hunter2"))
    expect(unmeant.ran.error?.message).toMatch(/unexpected error/)
    expect(textOf(unmeant.ran)).toBe("0123456789")
    expect(unmeant.logs).toHaveLength(1)
    const unknown = await yielding(new ToolOutcomeUnknown({ message: "Nobody knows." }))
    expect(unknown.ran.executed).toBe("unknown")
  })

  it("continues beyond its output limit, and reports it", async () => {
    const flood = async function* () {
      for (let n = 0; n < 1000; n++) yield "0123456789"
    }
    const returned = await ended(
      async function* () {
        yield* flood()
        return "done"
      },
      { limits: { outputBytes: 1024 } }
    )
    expect(textOf(returned.ran)).toBe("done")
    expect(returned.ran.enforced.reached).toEqual(["outputBytes"])
    const failed = await ended(
      async function* () {
        yield* flood()
        throw new ToolExecutionError({ message: "It fails." })
      },
      { limits: { outputBytes: 1024 } }
    )
    expect(textOf(failed.ran)).toMatch(/^0123.*8976 of 10000 bytes left out.*6789$/s)
    expect(failed.ran.enforced).toMatchObject({ reached: ["outputBytes"] })
    expect(failed.ran.enforced.endedBy).toBeUndefined()
  })

  it("keeps 64 KiB of yielded text if its output is unlimited", async () => {
    const { ran } = await ended(async function* () {
      for (let n = 0; n < 100; n++) yield "x".repeat(10_000)
      throw new ToolExecutionError({ message: "It fails." })
    })
    expect(textOf(ran)).toMatch(/934464 of 1000000 bytes left out/)
    expect(ran.enforced.reached).toBeUndefined()
  })

  it("ends at its limit even if it never yields the thread, and its finally block runs", async () => {
    let isClean = false
    const { ran } = await ended(
      async function* () {
        try {
          while (true) yield "x"
        } finally {
          isClean = true
        }
      },
      { timeoutMs: 200 }
    )
    expect(ran).toMatchObject({ error: { why: "TimedOut" }, enforced: { endedBy: "wallMs" } })
    expect([isClean, textOf(ran).startsWith("xxx")]).toEqual([true, true])
  })

  it("can be stopped even if it never yields the thread", async () => {
    const { ran, stop } = await started({
      execute: async function* () {
        while (true) yield "x"
      }
    })
    await turn()
    stop()
    expect(await ran).toMatchObject({ output: { success: false }, error: cancelled })
  })

  /** A generator that has yielded once and waits for its signal, and then does what `then` does. */
  const stoppedWhileItRuns = async (then: () => AsyncGenerator) => {
    const waits = Promise.withResolvers<void>()
    const { ran, stop } = await started({
      execute: async function* (_args, { signal }) {
        yield "told"
        const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve))
        waits.resolve()
        await aborted
        return yield* then()
      }
    })
    await waits.promise
    stop()
    return ran
  }

  it("is stopped by its signal, and text yielded before is streamed", async () => {
    const ran = await stoppedWhileItRuns(async function* () {
      yield "late"
      yield "unreachable"
    })
    expect(ran).toMatchObject({ output: { content: [{ text: "toldlate" }] }, error: cancelled })
  })

  it("keeps its returned value instead of yielded text when it is stopped", async () => {
    const ran = await stoppedWhileItRuns(
      // biome-ignore lint/correctness/useYield: a generator need not yield
      async function* () {
        return "half"
      }
    )
    expect(ran).toMatchObject({ output: { content: [{ text: "half" }] }, error: cancelled })
  })

  it("is asked for more while its finally yields", async () => {
    const steps: Array<string> = []
    const begun = Promise.withResolvers<void>()
    const { ran, stop, deltas } = await started({
      execute: async function* (_args, { signal }) {
        try {
          const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve))
          begun.resolve()
          await aborted
          yield "stopping"
        } finally {
          yield "cleaning"
          steps.push("cleaned up")
        }
      }
    })
    await begun.promise
    stop()
    expect(await ran).toMatchObject({ error: cancelled })
    expect([deltas.map(([, text]) => text), steps]).toEqual([["stopping", "cleaning"], ["cleaned up"]])
  })

  it("never begins if the run was stopped before the generator was returned", async () => {
    const steps: Array<string> = []
    const generate = async function* () {
      steps.push("began")
      yield "x"
    }
    const { ran } = await started((stop) => ({
      execute: () => {
        stop()
        return generate()
      }
    }))
    expect(await ran).toMatchObject({ output: { content: [] }, error: cancelled })
    expect(steps).toEqual([])
  })

  it.each([
    ["while it is asked", 3],
    ["between two turns of the event loop", undefined]
  ])("is not asked for more values after it is stopped %s", async (_when, stopsAt) => {
    const cleaned = Promise.withResolvers<IteratorResult<unknown>>()
    let asked = 0
    const { ran, stop } = await started((stop) => {
      const iterator = {
        next: () => {
          if (++asked === stopsAt) stop()
          return Promise.resolve({ done: false, value: "x" })
        },
        return: () => cleaned.promise,
        [Symbol.asyncIterator]: () => iterator
      }
      return { execute: () => iterator }
    })
    await turn()
    stop()
    const before = asked
    for (let n = 0; n < 10; n++) await turn()
    expect(asked).toBe(before)
    cleaned.resolve({ done: true, value: undefined })
    expect(await ran).toMatchObject({ error: cancelled, output: { content: [{ text: "x".repeat(asked) }] } })
    expect(asked).toBe(stopsAt ?? asked)
  })

  it.each([
    ["hangs", () => new Promise<never>(() => {})],
    ["yields for ever", () => Promise.resolve({ done: false, value: "x" })]
  ])("is abandoned if its return %s", async (_how, end) => {
    const iterator = {
      next: () => Promise.resolve({ done: false, value: "x" }),
      return: end,
      [Symbol.asyncIterator]: () => iterator
    }
    const { ran, stop, logs, deltas } = await started({ execute: () => iterator }, { grace: { cancelled: 20 } })
    await turn()
    stop()
    expect(await ran).toMatchObject({ error: cancelled })
    expect(logs).toEqual([expect.stringMatching(/level=WARN.*abandoned/s)])
    const told = deltas.length
    for (let n = 0; n < 10; n++) await turn()
    expect(deltas).toHaveLength(told)
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("Broken.")
      }
    ],
    ["rejects", () => Promise.reject(new Error("Broken."))],
    ["gives no iterator result", () => Promise.resolve(undefined)]
  ])("ends if its return %s", async (_how, end) => {
    const begun = Promise.withResolvers<void>()
    const iterator = {
      next: () => {
        begun.resolve()
        return new Promise(() => {})
      },
      return: end,
      [Symbol.asyncIterator]: () => iterator
    }
    const { ran, stop, logs } = await started({ execute: () => iterator })
    await begun.promise
    stop()
    expect(await ran).toMatchObject({ error: cancelled })
    expect(logs).toEqual([])
  })

  it.each([
    ["nothing", () => undefined],
    ["a promise of nothing", () => Promise.resolve(undefined)],
    ["a number", () => 5],
    [
      "a result that cannot be read",
      () =>
        Object.defineProperty({}, "done", {
          get: () => {
            throw new Error("No.")
          }
        })
    ],
    [
      "an exception",
      () => {
        throw new Error("No.")
      }
    ]
  ])("fails if its next gives %s", async (_what, next) => {
    const iterator = { next, return: async () => ({ done: true }), [Symbol.asyncIterator]: () => iterator }
    const { ran } = await ended(() => iterator)
    expect(ran.error).toMatchObject({ class: "execution_error", slug: "tool_failed" })
  })

  it("can also be stopped through cancel, and is then not waited for", async () => {
    const cancel = vi.fn(() => true)
    const begun = Promise.withResolvers<void>()
    const { ran, stop } = await started(
      {
        execute: async function* () {
          begun.resolve()
          await new Promise(() => {})
        },
        cancel
      },
      { grace: { drained: 0 } }
    )
    await begun.promise
    stop()
    expect(await ran).toMatchObject({ error: cancelled })
    expect(cancel).toHaveBeenCalledOnce()
  })

  it("is not confused with a synchronous generator or another iterable", async () => {
    const iterable = { async *[Symbol.asyncIterator]() {} }
    for (const returned of [(function* () {})(), iterable]) {
      const { ran } = await ended(() => returned)
      if (returned === iterable) expect(ran.output.value).toEqual({})
      else expect(ran.error?.message).toMatch(/is an instance of a class/)
    }
  })
})
