import type { AuditEntry, AuditLog, CallClaims, Permit, ToolExecution } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { Claiming, type ClaimingOptions } from "./Claiming.ts"

/**
 * Returns an audit log that lets each approval and each idempotency key run only once. A call takes its claim just
 * before its intent is recorded, and settles the claim when it ends. A log that takes claims itself is returned
 * unchanged, unless `approvalsElsewhere` is set. Pending claims are settled when the scope closes.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { claimingAuditLog, memoryCallClaims } from "@toolgate/audit"
 * import { AuditLog } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins, createToolgate } from "toolgate"
 *
 * const claims = { claims: memoryCallClaims(), key: new SecretKey(randomBytes(32)) }
 * const audit = Layer.effect(
 *   AuditLog,
 *   Effect.flatMap(AuditLog, (log) => claimingAuditLog(log, claims))
 * ).pipe(Layer.provide(AuditLog.layerNone))
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
 * const list = (id: string) => gate.dispatch({ id, tool: "list_dir", args: {}, idempotencyKey: "listing" })
 * assert.equal((await list("1")).replayed, undefined)
 * // The second call does not run. It gets the answer of the first call.
 * assert.equal((await list("2")).replayed, true)
 * ```
 */
export const claimingAuditLog = Effect.fnUntraced(function* (log: AuditLog["Service"], options: ClaimingOptions) {
  const isBeside = log.takesClaims === true
  if (isBeside && !options.approvalsElsewhere) return log
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const settling = new Set<Fiber.Fiber<unknown, unknown>>()
  // Retried until it succeeds, because other calls wait for the claim.
  const settle = (claiming: Claiming, answer: ToolExecution): void => {
    const fiber = runFork(
      Effect.retry(options.claims.settle(claiming.claim, claiming.end(answer)), Schedule.spaced("1 second"))
    )
    settling.add(fiber)
    fiber.addObserver(() => settling.delete(fiber))
  }
  yield* Effect.addFinalizer(() =>
    Effect.timeoutOption(Effect.forEach(settling, Fiber.await, { discard: true }), "5 seconds").pipe(
      Effect.andThen(Effect.suspend(() => Fiber.interruptAll(settling)))
    )
  )
  const claimed: AuditLog["Service"] = {
    ...log,
    takesClaims: true,
    entry: (permit, policyDigest) => {
      const claiming = Claiming.of(isBeside ? withoutKey(permit) : permit, options)
      if (claiming === undefined) return log.entry(permit, policyDigest)
      const entry = log.entry(isBeside ? withoutClaim(permit) : permit, policyDigest)
      const refused = (answer: ToolExecution) =>
        log.refused(answer, permit.request.context, { tool: permit.request.toolDigest, policy: policyDigest })
      return new ClaimedEntry(refused, entry, claiming, options.claims, settle)
    }
  }
  return claimed
})

const withoutKey = (permit: Permit): Permit => ({
  ...permit,
  request: { ...permit.request, idempotencyKey: undefined }
})

const withoutClaim = ({ approval, ...permit }: Permit): Permit => {
  if (approval === undefined) return permit
  const { claim: _claim, ...told } = approval
  return { ...permit, approval: told }
}

class ClaimedEntry implements AuditEntry {
  private readonly refused: (answer: ToolExecution) => void
  private readonly entry: AuditEntry
  private readonly claiming: Claiming
  private readonly claims: CallClaims["Service"]
  private readonly settle: (claiming: Claiming, answer: ToolExecution) => void
  private mayBeTaken = false

  constructor(
    refused: (answer: ToolExecution) => void,
    entry: AuditEntry,
    claiming: Claiming,
    claims: CallClaims["Service"],
    settle: (claiming: Claiming, answer: ToolExecution) => void
  ) {
    this.refused = refused
    this.entry = entry
    this.claiming = claiming
    this.claims = claims
    this.settle = settle
  }

  intend() {
    const { claiming } = this
    // Uninterruptible, so that an interrupted call still learns whether it took the claim. After an error, the claim
    // may have been taken.
    const attempt = Effect.uninterruptible(
      Effect.onExit(this.claims.take(claiming.claim), (exit) =>
        Effect.sync(() => {
          this.mayBeTaken = exit._tag === "Failure" || exit.value === undefined
        })
      )
    )
    return Effect.andThen(
      claiming.take(attempt),
      Effect.suspend(() => this.entry.intend())
    )
  }

  end(answer: ToolExecution): void {
    const { claiming } = this
    if (claiming.isRefused) this.refused(claiming.recorded(answer))
    else this.entry.end(answer)
    if (this.mayBeTaken) this.settle(claiming, answer)
  }
}
