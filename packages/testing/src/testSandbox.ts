import { deepEqual, equal, match, ok } from "node:assert/strict"
import { refused, type Sandbox, type ToolImplementation } from "@toolgate/core"
import type * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { SuiteFunctions } from "./SuiteFunctions.ts"
import { beginInSandbox, limitNames, makeSandboxUser, runInSandbox } from "./sandboxCalls.ts"
import { testPreparing } from "./testPreparing.ts"

/** A sandbox, with an implementation for each behaviour. */
export interface SandboxAdapter {
  readonly make: Effect.Effect<Sandbox, unknown, Scope>
  /** Returns its arguments as a structured result. */
  readonly echoes: ToolImplementation
  /** Fails at once. */
  readonly fails: ToolImplementation
  /** Never ends by itself. */
  readonly runsForever: ToolImplementation
  /** Prints or returns much more than a kibibyte. */
  readonly floods: ToolImplementation
  /** An implementation that the sandbox rejects when the tool is registered. */
  readonly unfit?: ToolImplementation
}

/**
 * The contract suite of a sandbox: a call that cannot run is refused before it has any effect; a run ends once, by
 * itself, by a limit or by being stopped; and its answer says how each part of the grant was enforced.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { NodeHostSandbox } from "@toolgate/sandbox-host"
 * import { testSandbox } from "@toolgate/testing"
 * import { NodeFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * const command = { kind: "command", input: "stdin", output: "json", env: {}, folder: undefined } as const
 * testSandbox(
 *   { describe, it },
 *   {
 *     make: NodeHostSandbox.make.pipe(Effect.provide(NodeFileSystems.layer)),
 *     echoes: { ...command, argv: ["cat"] },
 *     fails: { ...command, argv: ["false"] },
 *     runsForever: { ...command, argv: ["sleep", "1000"] },
 *     floods: { ...command, argv: ["head", "-c", "1000000", "/dev/zero"], output: "text" }
 *   }
 * )
 * await cases[0]?.()
 * assert(cases.length > 1)
 * ```
 */
export const testSandbox = (suite: SuiteFunctions, adapter: SandboxAdapter): void => {
  const { echoes, fails, runsForever, floods } = adapter

  const using = makeSandboxUser(adapter.make)

  testPreparing(suite, { make: adapter.make, runs: [echoes, fails, runsForever, floods], unfit: adapter.unfit })

  suite.describe("a sandbox", () => {
    suite.it("answers with the tool's output, and reports how each part of the grant was enforced", () =>
      using(async (sandbox) => {
        const args = { text: 'é "\n\u2028 \\', list: [1, null, { a: true }] }
        const { output, error, enforced } = await runInSandbox(sandbox, echoes, { args })
        equal(error, undefined)
        deepEqual(output.value, args)
        for (const part of [...limitNames, "access", "files", "syscalls"] as const)
          match(enforced[part], /^[a-z]+[a-z0-9-]*$/)
        deepEqual([enforced.reached ?? [], enforced.endedBy], [[], undefined])
      })
    )

    suite.it("does not mix concurrent calls", () =>
      using(async (sandbox) => {
        const all = Array.from({ length: 6 }, (_one, n) => ({ n }))
        const answers = await Promise.all(all.map((args) => runInSandbox(sandbox, echoes, { args })))
        deepEqual(
          answers.map(({ output }) => output.value),
          all
        )
      })
    )

    suite.it("reports a tool's failure with a sentence", () =>
      using(async (sandbox) => {
        const { error } = await runInSandbox(sandbox, fails, {})
        equal(error?.slug, "tool_failed")
        match(error.message, /\.$/)
      })
    )

    suite.it("ends a stopped run once, for the given reason", () =>
      using(async (sandbox) => {
        const { run, stop } = await beginInSandbox(sandbox, runsForever, {})
        const reason = refused("Cancelled", "The call was cancelled.")
        stop(reason)
        stop(refused("Cancelled", "A second reason."))
        const { error } = await run
        deepEqual(error, reason)
      })
    )

    suite.it("ends a run at the wall time limit of its grant, and reports it", () =>
      using(async (sandbox) => {
        const { error, enforced } = await runInSandbox(sandbox, runsForever, { limits: { wallMs: 300 } })
        equal(error?.why, "TimedOut")
        match(error.message, /exceeded its wall-time limit of 300 ms\.$/)
        equal(enforced.endedBy, "wallMs")
        ok(enforced.wallMs !== "none")
      })
    )

    suite.it("ends a run at the tool's own limit if the grant has none", () =>
      using(async (sandbox) => {
        const { error } = await runInSandbox(sandbox, runsForever, { timeoutMs: 300 })
        equal(error?.why, "TimedOut")
      })
    )

    suite.it("keeps only as much output as the grant allows, and reports the rest", () =>
      using(async (sandbox) => {
        const { output, error, enforced } = await runInSandbox(sandbox, floods, { limits: { outputBytes: 1024 } })
        const text = output.content.map((block) => (block.type === "text" ? block.text : "")).join("")
        ok(Buffer.byteLength(text) < 2048)
        ok(error !== undefined ? /1 KiB|1024/.test(error.message) : /left out/.test(text))
        deepEqual(enforced.reached, ["outputBytes"])
      })
    )

    suite.it("has one outcome if its end and a stop race", () =>
      using(async (sandbox) => {
        const reason = refused("Cancelled", "The call was cancelled.")
        for (let turn = 0; turn < 20; turn++) {
          const { run, stop } = await beginInSandbox(sandbox, echoes, { args: { turn } })
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
