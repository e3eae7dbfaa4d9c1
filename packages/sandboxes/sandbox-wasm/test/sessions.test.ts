import { type Awaitable, type Caller, makeAwaitable, type ToolExecution, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { GuestFolder } from "./guests.ts"
import { OpenSandbox, type RunningCall } from "./sandbox.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

/** A time limit so long that it never decides here, even on a busy machine. */
const timeoutMs = 600_000

const direct: Caller = { kind: "direct" }
const answer = (value: string) =>
  ({ success: true, output: toolOutput({ value }), error: undefined }) as unknown as ToolExecution

/** A guest that reports its start, and continues when the test allows it. */
const waits = {
  script: guests.script(`export default (args, { callTool }) => callTool("gate", args)`),
  calls: 1
}

/** The calls of such guests, and the order in which they begin. */
class Gated {
  readonly begun: Array<string> = []
  readonly calls = new Map<string, RunningCall>()
  private readonly wasm: OpenSandbox
  private readonly gates = new Map<string, () => void>()
  private listening: (() => void) | undefined = undefined

  constructor(wasm: OpenSandbox) {
    this.wasm = wasm
  }

  /** Starts a call. The first letter of its name is its session, unless another is given. */
  begin(name: string, session = name.charAt(0)): void {
    const dispatch = (): Awaitable<ToolExecution> =>
      makeAwaitable(
        Effect.callback<ToolExecution>((resume) => {
          this.gates.set(name, () => resume(Effect.succeed(answer(name))))
          this.begun.push(name)
          this.listening?.()
        })
      )
    this.calls.set(
      name,
      this.wasm.begin({ guest: waits, timeoutMs, id: name, context: { session }, handles: { dispatch } })
    )
  }

  /** Lets a started guest end, and waits until its call is answered. */
  async end(name: string): Promise<void> {
    while (!this.gates.has(name)) await this.hasBegun(this.begun.length + 1)
    this.gates.get(name)?.()
    expect((await this.calls.get(name)?.ran)?.output.value).toBe(name)
  }

  async hasBegun(count: number): Promise<void> {
    while (this.begun.length < count)
      await new Promise<void>((resolve) => {
        this.listening = resolve
      })
  }
}

const open = async (most: number) => {
  const wasm = await OpenSandbox.open({ pool: { most, spares: 0 } })
  // The guest is loaded first, so that calls that start together also wait together.
  const gated = new Gated(wasm)
  gated.begin("warm")
  await gated.hasBegun(1)
  await gated.end("warm")
  gated.begun.length = 0
  return { wasm, gated }
}

/** Returns the order in which calls start. Each call ends before the next one starts. */
const orderOf = async (most: number, names: ReadonlyArray<string>, session?: string) => {
  const { wasm, gated } = await open(most)
  await using _ = wasm
  for (const name of names) gated.begin(name, session)
  for (let ended = 0; ended < names.length; ended++) {
    await gated.hasBegun(ended + 1)
    await gated.end(gated.begun[ended] ?? "")
  }
  return gated.begun
}

describe("guests of several sessions", () => {
  const names = ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"]

  it("begin in a fair order, and within one session in the order of their calls", async () => {
    expect(await orderOf(1, names)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4", "a5"])
  })

  it("would begin in the order of all calls if they belonged to one session", async () => {
    expect(await orderOf(1, names, "a")).toEqual(names)
  })

  it("start while another session's guests occupy their slots and more of them wait", async () => {
    // One session may take all slots but two, so that another session and another agent find one.
    const { wasm, gated } = await open(4)
    await using _ = wasm
    for (let n = 0; n < 12; n++) gated.begin(`a${n}`)
    await gated.hasBegun(2)
    for (const session of ["b", "c", "d"]) {
      gated.begin(session)
      await gated.hasBegun(gated.begun.length + 1)
      expect(gated.begun.at(-1)).toBe(session)
      await gated.end(session)
    }
    // The remaining slot may not go to the waiting session.
    expect(gated.begun).toEqual(["a0", "a1", "b", "c", "d"])
    for (let n = 0; n < 12; n++) await gated.end(`a${n}`)
  })

  it("start beside guests in endless loops, and are answered before those end", async () => {
    await using wasm = await OpenSandbox.open({ pool: { most: 3 } })
    const spin = { module: guests.command("(loop $l (br $l))") }
    const says = { script: guests.script("export default () => 1") }
    // The guest is checked first, because a call that is stopped during a check is stopped by its gate.
    await wasm.admit({ guest: spin })
    const spinning = Array.from({ length: 40 }, () => wasm.begin({ guest: spin, timeoutMs, context: { session: "a" } }))
    for (let n = 0; n < 5; n++)
      expect((await wasm.run({ guest: says, context: { session: `b${n}` } })).output.value).toBe(1)
    for (const call of spinning) call.stop()
    for (const { ran } of spinning) expect((await ran).error?.why).toBe("Cancelled")
  })

  it("are also checked in turn, including guests that cannot be run", async () => {
    await using wasm = await OpenSandbox.open({ pool: { most: 3, spares: 0 } })
    const bad = { module: guests.file(new Uint8Array(5 * 2 ** 20), "wasm") }
    let refused = 0
    const checked = Array.from({ length: 20 }, async () => {
      await expect(wasm.begin({ guest: bad, context: { session: "a" } }).ran).rejects.toBeDefined()
      refused++
    })
    const good = { module: guests.printing("1") }
    expect((await wasm.run({ guest: good, context: { session: "b" } })).output.value).toBe(1)
    expect(refused).toBeLessThan(20)
    await Promise.all(checked)
  })
})

describe("a guest that calls a guest", () => {
  /** Makes a gate for guests of one sandbox that call each other. */
  const calling = (wasm: OpenSandbox, guest: { readonly script: string; readonly calls: number }, session: string) => {
    const dispatchOf =
      (callId: string, chain: string) =>
      (call: { readonly id: string }): Awaitable<ToolExecution> =>
        makeAwaitable(
          Effect.promise(async () => {
            const caller: Caller = { kind: "chain", parent: callId, chain, index: 0 }
            const handles = { dispatch: dispatchOf(call.id, chain) }
            const { output, error } = await wasm.run({
              guest,
              id: call.id,
              args: { depth: call.id.split(".").length - 1 },
              context: { session, caller },
              handles
            })
            return { success: error === undefined, output, error } as unknown as ToolExecution
          })
        )
    const handles = { dispatch: dispatchOf(session, session) }
    return wasm.run({ guest, id: session, args: { depth: 0 }, context: { session, caller: direct }, handles })
  }

  const nested = (deepest: number) => ({
    script: guests.script(
      `export default async ({ depth }, { callTool }) => depth < ${deepest} ? 1 + await callTool("self") : 0`
    ),
    calls: 1
  })

  it.each([1, 2])("runs without a slot, in a pool of %i", async (most) => {
    await using wasm = await OpenSandbox.open({ pool: { most, spares: 0 } })
    const ran = await Promise.all(["a", "b", "c"].map((session) => calling(wasm, nested(3), session)))
    expect(ran.map(({ error, output }) => error?.message ?? output.value)).toEqual([3, 3, 3])
  })

  it("may call many guests concurrently, each of which calls another", async () => {
    await using wasm = await OpenSandbox.open({ pool: { most: 1, spares: 0 } })
    const many = {
      script: guests.script(`export default async ({ depth }, { callTool }) => {
        const calls = [12, 1, 0][depth]
        const all = await Promise.all(Array.from({ length: calls }, () => callTool("self")))
        return all.reduce((sum, one) => sum + one, 1)
      }`),
      calls: 12
    }
    const { error, output } = await calling(wasm, many, "a")
    expect(error?.message ?? output.value).toBe(25)
  })

  it("receives an error if guests call each other too deeply", async () => {
    await using wasm = await OpenSandbox.open({ pool: { most: 1, spares: 0 } })
    const { error } = await calling(wasm, nested(Number.POSITIVE_INFINITY), "a")
    expect(error?.message).toContain("guests may call each other at most 4 deep")
  })
})

it("refuses a call as busy if its guest waits too long for its check", async () => {
  const { wasm, gated } = await open(1)
  await using _ = wasm
  gated.begin("a")
  await gated.hasBegun(1)
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  let isAnswered = false
  const refusal = wasm.refusal({ guest: { module: guests.printing("x") }, id: "b", context: { session: "b" } })
  void refusal.finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    vi.advanceTimersByTime(30_000)
    await new Promise(setImmediate)
  }
  expect(await refusal).toMatchObject({
    why: "QueueBusy",
    message: expect.stringContaining("for one of the processes that check guests and did not run")
  })
  vi.useRealTimers()
  await gated.end("a")
})
