import { randomBytes } from "node:crypto"
import { resolve } from "node:path"
import { MemoryApprovals } from "@toolgate/approval"
import { type AuditLogUnavailable, claimingAuditLog, memoryCallClaims } from "@toolgate/audit"
import {
  ApprovalStore,
  Approvals,
  AuditLog,
  PendingApprovals,
  type PolicySource,
  type QuotaStore,
  ResumableCalls,
  type ToolEvents
} from "@toolgate/core"
import { SecretKey } from "@toolgate/keys"
import { MemoryQuotaStore } from "@toolgate/policy"
import type { StoreInvalid } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { AskingOptions } from "./approvalsChoice.ts"
import { layerOfAudit } from "./auditChoice.ts"
import type { PolicyFiles } from "./PolicyFiles.ts"
import type { PolicyChoice } from "./policyChoice.ts"
import { suggestTo } from "./reviewChoice.ts"
import type { StoreOptions } from "./storeChoice.ts"
import type { storedParts } from "./storedParts.ts"
import type { GateOptions } from "./ToolgateOptions.ts"

type Kept = Approvals | PendingApprovals | ResumableCalls | QuotaStore | AuditLog

/**
 * Returns the layer of what a gate keeps of its calls: questions with their approvals, counts of quotas, and the record. It is kept in
 * the gate's store, or in memory. Throws if the options are invalid, or contradict each other.
 */
export const keptParts = <E>(
  options: Pick<GateOptions<E>, keyof AskingOptions | "policy" | "audit"> & {
    readonly store: StoreOptions | undefined
  }
): Layer.Layer<Kept, E | AuditLogUnavailable | StoreInvalid, ToolEvents> => {
  const { store, audit } = options
  const asking = askingOf(options)
  const own = ownApprovals(options)
  if (store !== undefined) {
    if (audit !== undefined && store.answers !== undefined)
      throw new TypeError('With "audit", the record is not kept in "store": "answers" is an option of "audit" then.')
    const stored = fromStore(store, asking, audit === undefined ? undefined : layerOfAudit(audit))
    return own === undefined ? stored : Layer.provideMerge(own, stored)
  }
  const inMemory =
    options.onAsk === undefined ? Layer.merge(Approvals.layerNobody, noQuestions) : MemoryApprovals.layer(asking)
  const record = claimedInMemory.pipe(Layer.provide(layerOfAudit(audit)))
  return Layer.merge(Layer.provideMerge(record, own ?? inMemory), MemoryQuotaStore.layer)
}

const askingOf = ({
  onAsk,
  approvalTimeoutMs: timeoutMs,
  review,
  policy
}: Pick<GateOptions<unknown>, keyof AskingOptions | "policy">) => {
  if (onAsk !== undefined && onAsk !== "wait" && typeof onAsk !== "function")
    throw new TypeError('"onAsk" has to be a function that asks a person, or "wait".')
  return {
    ...(onAsk === undefined || onAsk === "wait" ? {} : { onAsk }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(review === undefined ? {} : { suggest: suggestTo(review) }),
    policySource: policySourceOf(policy)
  }
}

const ownApprovals = <E>({
  approvals,
  onAsk,
  approvalTimeoutMs
}: AskingOptions<E>): Layer.Layer<Approvals | PendingApprovals | ResumableCalls, E, ToolEvents> | undefined => {
  if (approvals === undefined) return undefined
  const beside = onAsk !== undefined ? "onAsk" : approvalTimeoutMs !== undefined ? "approvalTimeoutMs" : undefined
  if (beside !== undefined)
    throw new TypeError(`A gate takes "approvals" or "${beside}", not both: a layer of approvals asks in its own way.`)
  if (!isLayer(approvals)) throw new TypeError('"approvals" has to be a layer that provides Approvals.')
  return Layer.provideMerge(approvals, noQuestions)
}

const noQuestions = Layer.merge(PendingApprovals.layerNone, ResumableCalls.layerNone)

/** Lets each approval and each idempotency key run once in this process, whatever the record is. */
const claimedInMemory = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const approvals = Option.getOrUndefined(yield* Effect.serviceOption(ApprovalStore))
    const claims = memoryCallClaims(approvals)
    return yield* claimingAuditLog(yield* AuditLog, { claims, key: new SecretKey(randomBytes(32)) })
  })
)

/** Loads the code of stores only when it is needed. */
const fromStore = <E>(...given: Parameters<typeof storedParts<E>>): ReturnType<typeof storedParts<E>> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./storedParts.ts")),
      (loaded) => loaded.storedParts(...given)
    )
  )

/** Returns how a request names the policy that asked: by its files, if it has any. */
const policySourceOf = (policy: PolicyChoice<unknown>): PolicySource => {
  if (policy === "host" || policy === "default") return { source: policy }
  if (!Predicate.isObject(policy) || !("files" in policy) || !Array.isArray(policy.files)) return { source: "app" }
  const { files, narrowedBy } = policy as PolicyFiles
  const paths = files.map((file) => resolve(file))
  return {
    source: JSON.stringify(
      narrowedBy === undefined ? { files: paths } : { files: paths, narrowedBy: resolve(narrowedBy) }
    )
  }
}

const isLayer = (given: unknown): boolean => Layer.isLayer(given)
