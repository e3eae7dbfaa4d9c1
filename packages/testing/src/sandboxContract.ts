import { deepEqual, equal, match, ok } from "node:assert/strict"
import { realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import {
  type Args,
  type Permit,
  type Ran,
  type Refused,
  type ResolvedPath,
  type ResourceLimits,
  refused,
  type Sandbox,
  type Stoppable,
  type ToolImplementation,
  unlimited
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Scope } from "effect/Scope"
import { permissionRequest, registeredTool } from "./permissionRequest.ts"
import { ranOf, runHandles } from "./runHandles.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** A sandbox, with an implementation that it can run for each behaviour. */
export interface SandboxAdapter {
  readonly make: Effect.Effect<Sandbox, unknown, Scope>
  /** An implementation that returns its arguments as a structured result. */
  readonly echoes: ToolImplementation
  /** An implementation that fails at once. */
  readonly fails: ToolImplementation
  /** An implementation that never ends by itself. */
  readonly runsForever: ToolImplementation
  /** An implementation that prints or returns much more than a kibibyte. */
  readonly floods: ToolImplementation
  /** An implementation that cannot run, for a sandbox that finds that out before the tool is registered. */
  readonly unfit?: ToolImplementation
}

/**
 * The suite of the sandboxes of the port `Sandboxes`: a call that cannot run is refused before anything happens; a run ends once, by itself,
 * by a limit or by being stopped; and its answer says how each part of the grant was enforced.
 */
export const sandboxContract = (suite: SuiteFunctions, adapter: SandboxAdapter): void => {
  const { echoes, fails, runsForever, floods } = adapter

  const using = <A>(use: (sandbox: Sandbox) => Promise<A>): Promise<A> =>
    Effect.runPromise(
      Effect.scoped(Effect.flatMap(adapter.make, (sandbox) => Effect.promise(() => use(sandbox)))) as Effect.Effect<A>
    )

  suite.describe("a sandbox", () => {
    suite.it("runs what it says it runs, and refuses the rest before anything happens", () =>
      using(async (sandbox) => {
        ok(sandbox.runs.has(echoes.kind))
        const foreign: ToolImplementation = sandbox.runs.has("function")
          ? { kind: "script", script: "x.js", calls: 0, clock: "host", random: "host" }
          : { kind: "function", make: () => ({ execute: () => ran.push("ran") }), stateless: true }
        const ran: Array<string> = []
        const { prepared } = await call(sandbox, foreign, {})
        ok(Exit.isFailure(prepared))
        equal(refusalOf(prepared).why, "SandboxUnavailable")
        deepEqual(ran, [])
      })
    )

    suite.it("admits what it can run, and says in words what keeps a tool from running", () =>
      using(async ({ admit }) => {
        const asked = (one: ToolImplementation) =>
          admit === undefined ? [] : Effect.runPromise(admit(registeredTool({ implementations: [one] })))
        for (const one of [echoes, fails, runsForever, floods]) deepEqual(await asked(one), [])
        if (adapter.unfit === undefined) return
        const problems = await asked(adapter.unfit)
        ok(problems.length > 0)
        for (const problem of problems) match(problem, /^[^A-Z].*[^.]$/)
      })
    )

    suite.it("answers with what the tool said, and says how each part of the grant was enforced", () =>
      using(async (sandbox) => {
        const args = { text: 'é "\n\u2028 \\', list: [1, null, { a: true }] }
        const { output, error, enforced } = await ended(sandbox, echoes, { args })
        equal(error, undefined)
        deepEqual(output.value, args)
        for (const part of [...limitNames, "access", "files", "syscalls"] as const)
          match(enforced[part], /^[a-z]+[a-z0-9-]*$/)
        deepEqual([enforced.reached ?? [], enforced.endedBy], [[], undefined])
      })
    )

    suite.it("does not mix calls that run at once", () =>
      using(async (sandbox) => {
        const all = Array.from({ length: 6 }, (_one, n) => ({ n }))
        const answers = await Promise.all(all.map((args) => ended(sandbox, echoes, { args })))
        deepEqual(
          answers.map(({ output }) => output.value),
          all
        )
      })
    )

    suite.it("says that a tool failed, with a sentence", () =>
      using(async (sandbox) => {
        const { error } = await ended(sandbox, fails, {})
        equal(error?.slug, "tool_failed")
        match(error.message, /\.$/)
      })
    )

    suite.it("ends a run that is told to stop, once, for the reason it was given", () =>
      using(async (sandbox) => {
        const { run, stop } = await begun(sandbox, runsForever, {})
        const reason = refused("Cancelled", "The call was cancelled.")
        stop(reason)
        stop(refused("Cancelled", "A second reason."))
        const { error } = await run
        deepEqual(error, reason)
      })
    )

    suite.it("ends a run at the wall limit of its grant, and says so", () =>
      using(async (sandbox) => {
        const { error, enforced } = await ended(sandbox, runsForever, { limits: { wallMs: 300 } })
        equal(error?.why, "TimedOut")
        match(error.message, /exceeded its wall-time limit of 300 ms\.$/)
        equal(enforced.endedBy, "wallMs")
        ok(enforced.wallMs !== "none")
      })
    )

    suite.it("ends a run at the tool's own limit where the grant has none", () =>
      using(async (sandbox) => {
        const { error } = await ended(sandbox, runsForever, { timeoutMs: 300 })
        equal(error?.why, "TimedOut")
      })
    )

    suite.it("refuses limits that cannot be held", () =>
      using(async (sandbox) => {
        for (const limits of [{ wallMs: Number.NaN }, { outputBytes: Number.NaN }, { wallMs: -1 }]) {
          const { prepared } = await call(sandbox, echoes, { limits })
          ok(Exit.isFailure(prepared))
          equal(refusalOf(prepared).why, "SandboxUnavailable")
        }
      })
    )

    suite.it("keeps no more output than the grant allows, and says that there was more", () =>
      using(async (sandbox) => {
        const { output, error, enforced } = await ended(sandbox, floods, { limits: { outputBytes: 1024 } })
        const text = output.content.map((block) => (block.type === "text" ? block.text : "")).join("")
        ok(Buffer.byteLength(text) < 2048)
        ok(error !== undefined ? /1 KiB|1024/.test(error.message) : /left out/.test(text))
        deepEqual(enforced.reached, ["outputBytes"])
      })
    )

    suite.it("has one outcome when its end and being stopped race", () =>
      using(async (sandbox) => {
        const reason = refused("Cancelled", "The call was cancelled.")
        for (let turn = 0; turn < 20; turn++) {
          const { run, stop } = await begun(sandbox, echoes, { args: { turn } })
          for (let wait = 0; wait < turn; wait++) await new Promise((resolve) => setImmediate(resolve))
          stop(reason)
          const { output, error } = await run
          if (error === undefined) deepEqual(output.value, { turn })
          else deepEqual(error, reason)
        }
      })
    )
  })
}

// A folder that exists. Nothing in it is granted.
const workspace = realpathSync(tmpdir()) as ResolvedPath

const limitNames = ["wallMs", "cpuMs", "memoryBytes", "processes", "outputBytes"] as const

interface Parts {
  readonly args?: Args
  readonly limits?: Partial<ResourceLimits>
  readonly timeoutMs?: number
}

const call = async (sandbox: Sandbox, implementation: ToolImplementation, { args = {}, limits, timeoutMs }: Parts) => {
  const stops: Array<Stoppable> = []
  const tool = registeredTool({ implementations: [implementation], timeoutMs: timeoutMs ?? 60_000 })
  const permit: Permit = {
    request: permissionRequest({ args, context: { workspace } }, tool.definition),
    grant: {
      sandbox: sandbox.name,
      confinement: "waived",
      limits: { ...unlimited(), ...limits },
      access: { files: [], hosts: [], env: [] }
    },
    because: { layer: "test", rule: "all", source: "test" },
    waitedMs: 0
  }
  const handles = runHandles({ onStop: (stop) => stops.push(stop) })
  return { prepared: await Effect.runPromiseExit(sandbox.prepare(permit, tool)), handles, stops }
}

/** Starts a run, and returns it with a function that stops it as the gate does. A run that is an effect and named no way to stop is interrupted. */
const begun = async (sandbox: Sandbox, implementation: ToolImplementation, parts: Parts) => {
  const { prepared, handles, stops } = await call(sandbox, implementation, parts)
  ok(Exit.isSuccess(prepared))
  const interruption = new AbortController()
  const run = ranOf(prepared.value, handles, interruption.signal)
  const stop = (reason: Refused): void => {
    for (const each of stops) each.stop(reason)
    if (stops.length === 0) interruption.abort(reason)
  }
  const stopped = (cause: unknown): Pick<Ran, "error" | "output"> => {
    if (!interruption.signal.aborted) throw cause
    return { output: { content: [], success: false, metadata: {} }, error: interruption.signal.reason }
  }
  return { run: run.catch(stopped), stop }
}

const ended = async (sandbox: Sandbox, implementation: ToolImplementation, parts: Parts): Promise<Ran> => {
  const { prepared, handles } = await call(sandbox, implementation, parts)
  ok(Exit.isSuccess(prepared))
  return ranOf(prepared.value, handles)
}

const refusalOf = (exit: Exit.Exit<unknown, Refused>): Refused => {
  if (Exit.isSuccess(exit)) throw new Error("It was not refused.")
  const [reason] = exit.cause.reasons
  if (reason?._tag !== "Fail") throw new Error("It broke.")
  return reason.error
}
