import { randomBytes } from "node:crypto"
import { findMemoryKey, MemoryApprovals, sealOutcome } from "@toolgate/approval"
import { type AuditLogUnavailable, claimingAuditLog, memoryCallClaims } from "@toolgate/audit"
import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
import {
  ApprovalStore,
  Approvals,
  AuditLog,
  type PendingApprovals,
  type QuotaStore,
  type ResumableCalls,
  type ToolEvents
} from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MemoryQuotaStore } from "@toolgate/policy"
import type { StoreInvalid } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type AskingOptions, noQuestions, readAskingOptions, readOwnApprovals } from "./approvalsChoice.ts"
import { provideAudit, provideReader } from "./auditChoice.ts"
import type { makeStoredState } from "./makeStoredState.ts"
import type { StoreOptions } from "./storeChoice.ts"
import type { GateOptions } from "./ToolgateOptions.ts"

type GateState = Approvals | PendingApprovals | ResumableCalls | QuotaStore | AuditLog

/**
 * Returns a layer with a gate's questions, approvals, quota counts and record, saved in the gate's store or in memory. Throws if the
 * options are invalid or contradict each other.
 */
export const gateState = <E>(
  options: Pick<GateOptions<E>, keyof AskingOptions | "policy" | "audit"> & {
    readonly store: StoreOptions | undefined
  }
): Layer.Layer<GateState, E | AuditLogUnavailable | StoreInvalid, ToolEvents> => {
  const { store, audit } = options
  const asking = readAskingOptions(options, options.policy)
  const own = readOwnApprovals(options)
  if (store !== undefined) {
    if (audit !== undefined && store.answers !== undefined)
      throw new TypeError('"store.answers" has no effect because "audit" is set. Use "audit.answers" instead.')
    const state = fromStore(store, asking, audit === undefined ? undefined : provideAudit(audit))
    const stored = Layer.merge(state, provideReader(audit))
    return Layer.provideMerge(ScriptRuns.layer, own === undefined ? stored : Layer.provideMerge(own, stored))
  }
  const inMemory =
    options.onAsk === undefined
      ? Layer.merge(Approvals.layerNobody, noQuestions)
      : Layer.provideMerge(ScriptRuns.layer, Layer.merge(MemoryApprovals.layer(asking), MemoryChainRuns.layer))
  const record = claimedInMemory.pipe(Layer.provide(provideAudit(audit)))
  return Layer.mergeAll(Layer.provideMerge(record, own ?? inMemory), MemoryQuotaStore.layer, provideReader(audit))
}

/** Runs each approval and each idempotency key once in this process, for any kind of record. */
const claimedInMemory = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const approvals = Option.getOrUndefined(yield* Effect.serviceOption(ApprovalStore))
    const own = approvals && findMemoryKey(approvals)
    return yield* claimingAuditLog(yield* AuditLog, {
      claims: memoryCallClaims(approvals),
      key: own ?? new SecretKey(randomBytes(32)),
      sealAnswer: own && ((id, answer) => sealOutcome(own, id, answer)),
      // A record in a store does not contain this process's approvals.
      approvalsElsewhere: own !== undefined
    })
  })
)

/** Loads the store code lazily. */
const fromStore = <E>(...given: Parameters<typeof makeStoredState<E>>): ReturnType<typeof makeStoredState<E>> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makeStoredState.ts")),
      (loaded) => loaded.makeStoredState(...given)
    )
  )
