import { deepEqual, equal, match, ok } from "node:assert/strict"
import type { Sandbox, ToolImplementation } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Scope } from "effect/Scope"
import { makeRegisteredTool } from "./makePermissionRequest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"
import { call, getRefusal, makeSandboxUser } from "./sandboxCalls.ts"

/** A sandbox, with implementations that it accepts. */
export interface PreparingAdapter {
  readonly make: Effect.Effect<Sandbox, unknown, Scope>
  readonly runs: ReadonlyArray<ToolImplementation>
  /** An implementation that the sandbox rejects when the tool is registered. */
  readonly unfit?: ToolImplementation | undefined
}

/**
 * The contract suite for preparing a run, in any sandbox: a call that cannot run is refused before it has any effect.
 * `sandboxContract` includes this suite.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { NodeHostSandbox } from "@toolgate/sandbox-host"
 * import { testPreparing } from "@toolgate/testing"
 * import { NodeFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * const make = NodeHostSandbox.make.pipe(Effect.provide(NodeFileSystems.layer))
 * const echoes = { kind: "function", stateless: true, make: () => ({ execute: (args: object) => args }) } as const
 * testPreparing({ describe, it }, { make, runs: [echoes] })
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testPreparing = (suite: SuiteFunctions, adapter: PreparingAdapter): void => {
  const using = makeSandboxUser(adapter.make)

  suite.describe("a sandbox, before a run", () => {
    suite.it("runs the kinds that it lists, and refuses the rest before anything happens", () =>
      using(async (sandbox) => {
        for (const { kind } of adapter.runs) ok(sandbox.runs.has(kind))
        const foreign: ToolImplementation = sandbox.runs.has("function")
          ? { kind: "script", script: "x.js", export: "default", settings: {}, calls: 0, clock: "host", random: "host" }
          : { kind: "function", make: () => ({ execute: () => ran.push("ran") }), stateless: true }
        const ran: Array<string> = []
        const { prepared } = await call(sandbox, foreign, {})
        ok(Exit.isFailure(prepared))
        equal(getRefusal(prepared).why, "SandboxUnavailable")
        deepEqual(ran, [])
      })
    )

    suite.it("admits tools that it can run, and explains why it rejects others", () =>
      using(async ({ admit }) => {
        const asked = (one: ToolImplementation) =>
          admit === undefined ? [] : Effect.runPromise(admit(makeRegisteredTool({ implementations: [one] })))
        for (const one of adapter.runs) deepEqual(await asked(one), [])
        if (adapter.unfit === undefined) return
        const problems = await asked(adapter.unfit)
        ok(problems.length > 0)
        for (const problem of problems) match(problem, /^[^A-Z].*[^.]$/)
      })
    )

    suite.it("refuses limits that it cannot enforce", () =>
      using(async (sandbox) => {
        for (const limits of [{ wallMs: Number.NaN }, { outputBytes: Number.NaN }, { wallMs: -1 }])
          for (const one of adapter.runs) {
            const { prepared } = await call(sandbox, one, { limits })
            ok(Exit.isFailure(prepared))
            equal(getRefusal(prepared).why, "SandboxUnavailable")
          }
      })
    )
  })
}
