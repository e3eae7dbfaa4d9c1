import { deepEqual, equal, ok } from "node:assert/strict"
import {
  type Args,
  type AuditEntry,
  type AuditLog,
  type ObservedUse,
  type Permit,
  type Refused,
  type Replayed,
  refused,
  type SideEffectClass,
  type ToolExecution,
  unlimited
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { makePermissionRequest } from "./makePermissionRequest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** A stored record of a call, in the terms of the port. */
export interface KeptRecord {
  readonly callId: string
  /**
   * `intent`: the call is about to run. `outcome`: the call's answer. `refused`: the call was answered without an
   * entry. `observed`: a tool use that a provider reports.
   */
  readonly kind: "intent" | "outcome" | "refused" | "observed"
  /** Whether the call ran. Only in an outcome. */
  readonly executed?: ToolExecution["executed"] | undefined
  /** The reason why the call did not succeed, if so. */
  readonly why?: Refused["why"] | undefined
}

/** A new log and a reader of its records. */
export interface OpenAuditLog {
  readonly log: AuditLog["Service"]
  /** Returns the durable records in order. A closed log returns all records. */
  readonly records: () => Promise<ReadonlyArray<KeptRecord>>
  readonly close: () => Promise<void>
}

/**
 * The contract suite of `AuditLog`: the intent of a call with side effects is stored before the call begins, each call
 * has one outcome that matches its answer, and refused calls are recorded too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { AuditLog } from "@toolgate/core"
 * import { type KeptRecord, testAuditLog } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testAuditLog({ describe, it }, async () => {
 *   const rows: Array<KeptRecord> = []
 *   const log: AuditLog["Service"] = {
 *     entry: ({ request: { callId } }) => ({
 *       intend: () => Effect.sync(() => rows.push({ callId, kind: "intent" })),
 *       end: ({ executed, error }) => void rows.push({ callId, kind: "outcome", executed, why: error?.why })
 *     }),
 *     refused: ({ callId, error }) => void rows.push({ callId, kind: "refused", executed: "no", why: error?.why })
 *   }
 *   return { log, records: async () => rows, close: async () => {} }
 * })
 * await cases[0]?.()
 * assert(cases.length > 1)
 * ```
 */
export const testAuditLog = (suite: SuiteFunctions, open: () => Promise<OpenAuditLog>): void => {
  const using = async (use: (opened: OpenAuditLog) => Promise<void>): Promise<ReadonlyArray<KeptRecord>> => {
    const opened = await open()
    try {
      await use(opened)
    } finally {
      await opened.close()
    }
    return opened.records()
  }

  suite.describe("an audit log", () => {
    suite.it("stores the intent of a call with side effects before the call may begin", async () => {
      await using(async ({ log, records }) => {
        for (const sideEffects of ["WRITE", "EXECUTE", "NETWORK"] as const) {
          const entry = log.entry(permitOf(sideEffects, sideEffects))
          await Effect.runPromise(entry.intend())
          deepEqual(ofCall(await records(), sideEffects), [{ callId: sideEffects, kind: "intent" }])
          entry.end(answerOf(sideEffects, {}))
        }
      })
    })

    suite.it("keeps one outcome of each call, the one in its answer", async () => {
      const answers: ReadonlyArray<ToolExecution> = [
        answerOf("done", {}),
        answerOf("failed", { error: refused("ToolFailed", "It failed.") }),
        answerOf("late", { error: refused("TimedOut", "It took too long.") }),
        answerOf("unknown", { error: refused("ToolFailed", "Nobody knows."), executed: "unknown" }),
        answerOf("cancelled", { error: refused("Cancelled", "The call was cancelled."), executed: "no" })
      ]
      const kept = await using(async ({ log }) => {
        for (const sideEffects of ["READ", "WRITE"] as const)
          for (const answer of answers) {
            const callId = `${answer.callId} ${sideEffects}`
            const entry = log.entry(permitOf(callId, sideEffects))
            await Effect.runPromise(entry.intend())
            entry.end({ ...answer, callId })
          }
      })
      for (const sideEffects of ["READ", "WRITE"])
        for (const { callId: name, executed, error } of answers) {
          const callId = `${name} ${sideEffects}`
          const [intent, outcome, ...none] = ofCall(kept, callId)
          deepEqual(none, [])
          equal(intent?.kind, "intent")
          deepEqual({ ...outcome }, { callId, kind: "outcome", executed, why: error?.why })
        }
    })

    suite.it("records a call that ends before its intent", async () => {
      const kept = await using(async ({ log }) => log.entry(permitOf("a", "WRITE")).end(cancelledOf("a")))
      const outcome = ofCall(kept, "a").at(-1)
      deepEqual([outcome?.kind, outcome?.executed, outcome?.why], ["outcome", "no", "Cancelled"])
    })

    suite.it("keeps one outcome of a call that was ended while its intent was being stored", async () => {
      const calls = Array.from({ length: 20 }, (_one, n) => `call ${n}`)
      const kept = await using(async ({ log }) => {
        for (const [at, callId] of calls.entries()) {
          const entry = log.entry(permitOf(callId, "WRITE"))
          const fiber = Effect.runFork(entry.intend())
          for (let turn = 0; turn < at % 4; turn++) await new Promise((resolve) => setImmediate(resolve))
          await Effect.runPromise(Fiber.interrupt(fiber))
          entry.end(cancelledOf(callId))
        }
      })
      for (const callId of calls) {
        const kinds = ofCall(kept, callId).map(({ kind }) => kind)
        ok(kinds.join() === "outcome" || kinds.join() === "intent,outcome", `${callId}: ${kinds}`)
      }
    })

    suite.it("distinguishes concurrent calls, under any names", async () => {
      const calls = [
        "",
        "\n",
        '"',
        "é\u2028",
        "'; drop table log; --",
        ...Array.from({ length: 45 }, (_one, n) => `${n}`)
      ]
      const kept = await using(async ({ log }) => {
        await Promise.all(
          calls.map(async (callId, at) => {
            const entry = log.entry(permitOf(callId, at % 2 === 0 ? "WRITE" : "READ"))
            await Effect.runPromise(entry.intend())
            entry.end(answerOf(callId, {}))
          })
        )
      })
      for (const kind of ["intent", "outcome"]) equal(kept.filter((one) => one.kind === kind).length, calls.length)
    })

    suite.it("answers a call with a used idempotency key like the earlier call, or lets it run", async () => {
      const output = { content: [{ type: "text" as const, text: "sent" }], value: 7, success: true, metadata: {} }
      await using(async ({ log }) => {
        const first = log.entry(permitOf("first", "NETWORK", { idempotencyKey: "order 7" }))
        await Effect.runPromise(first.intend())
        first.end({ ...answerOf("first", {}), output })
        const again = log.entry(permitOf("again", "NETWORK", { idempotencyKey: "order 7" }))
        const other = log.entry(permitOf("other", "NETWORK", { idempotencyKey: "order 7", args: { count: 2 } }))
        const [replayed, mistaken] = [await replayIn(again), await replayIn(other)]
        if (replayed !== undefined) deepEqual(replayed, { _tag: "Replayed", executed: "yes", output, error: undefined })
        equal(mistaken, undefined, "A key is for one call: other arguments are another call.")
        again.end({ ...answerOf("again", {}), output })
        other.end(cancelledOf("other"))
      })
    })

    suite.it("has stored all earlier records once it says so", async () => {
      await using(async ({ log, records }) => {
        if (log.whenKept === undefined) return
        const entry = log.entry(permitOf("ran", "READ"))
        await Effect.runPromise(entry.intend())
        entry.end(answerOf("ran", {}))
        log.refused(cancelledOf("refused"), permitOf("refused", "READ").request.context)
        await Effect.runPromise(log.whenKept())
        const kept = await records()
        equal(ofCall(kept, "ran").at(-1)?.kind, "outcome")
        equal(ofCall(kept, "refused").length, 1)
      })
    })

    suite.it("records calls that were refused before they had an entry", async () => {
      const error = refused("PolicyDenied", "Permission denied.")
      const kept = await using(async ({ log }) =>
        log.refused(answerOf("a", { error, executed: "no" }), permitOf("a", "WRITE").request.context)
      )
      deepEqual(ofCall(kept, "a"), [{ callId: "a", kind: "refused", why: "PolicyDenied" }])
    })

    suite.it("records a provider's report as observed only, with any content", async () => {
      const { context } = permitOf("a", "NETWORK").request
      const uses: ReadonlyArray<ObservedUse> = [
        { tool: "web_search", id: "declared", type: "web_search_call", input: { query: "x" }, failed: false },
        { id: "odd", type: "\n\u001b[2J", name: "\u0000", input: "x".repeat(1024 * 1024), failed: true },
        { id: "bare" }
      ]
      const kept = await using(async ({ log }) => {
        for (const use of uses) log.observed?.(use, context, { provider: "openai", standing: "unknown" })
        if (log.observed !== undefined && log.whenKept !== undefined) await Effect.runPromise(log.whenKept())
      })
      const observed = kept.filter(({ callId }) => uses.some(({ id }) => id === callId))
      for (const { kind, executed, why } of observed)
        deepEqual([kind, executed, why], ["observed", undefined, undefined])
      ok(observed.length === 0 || observed.length === uses.length)
    })

    suite.it("begins no call that it can no longer record, and still accepts the end of others", async () => {
      const opened = await open()
      await opened.close()
      const entry = opened.log.entry(permitOf("a", "WRITE"))
      const intended = await Effect.runPromiseExit(entry.intend())
      ok(Exit.isFailure(intended))
      const [reason] = intended.cause.reasons
      ok(reason?._tag === "Fail" && reason.error._tag === "Refused" && reason.error.why === "AuditUnavailable")
      entry.end(answerOf("a", { error: reason.error, executed: "no" }))
      opened.log.refused(cancelledOf("b"), permitOf("b", "WRITE").request.context)
      if (opened.log.whenKept !== undefined)
        ok(Exit.isFailure(await Effect.runPromiseExit(opened.log.whenKept())), "What cannot be kept is not said to be.")
    })
  })
}

const ofCall = (records: ReadonlyArray<KeptRecord>, callId: string): ReadonlyArray<KeptRecord> =>
  records
    .filter((one) => one.callId === callId)
    .map(({ kind, executed, why }) => ({
      callId,
      kind,
      ...(kind === "outcome" ? { executed, why } : kind === "refused" ? { why } : {})
    }))

/** Returns the earlier answer with which an intent fails, if it does. */
const replayIn = async (entry: AuditEntry): Promise<Replayed | undefined> => {
  const intended = await Effect.runPromise(Effect.result(entry.intend()))
  return intended._tag === "Failure" && intended.failure._tag === "Replayed" ? intended.failure : undefined
}

const permitOf = (
  id: string,
  sideEffects: SideEffectClass,
  more: { readonly idempotencyKey?: string; readonly args?: Args } = {}
): Permit => ({
  request: makePermissionRequest({ id, tool: { sideEffects }, ...more }),
  grant: { sandbox: "host", confinement: "required", limits: unlimited(), access: { files: [], hosts: [], env: [] } },
  because: { layer: "test", rule: "all", source: "testAuditLog" },
  waitedMs: 0
})

const answerOf = (callId: string, { error, executed = "yes" }: Partial<ToolExecution>): ToolExecution => ({
  callId,
  toolName: "a_tool",
  arguments: {},
  success: error === undefined,
  output: { content: [], success: error === undefined, metadata: {} },
  error,
  executed,
  sandbox: "host",
  enforced: undefined,
  durationMs: 1,
  waitedMs: 0
})

const cancelledOf = (callId: string): ToolExecution =>
  answerOf(callId, { error: refused("Cancelled", "The call was cancelled."), executed: "no" })
