import { resolve } from "node:path"
import { MemoryApprovals, type OnAsk } from "@toolgate/approval"
import {
  Approvals,
  PendingApprovals,
  type PolicySource,
  type QuotaStore,
  ResumableCalls,
  type ToolEvents
} from "@toolgate/core"
import { MemoryQuotaStore } from "@toolgate/policy"
import type { StoreInvalid } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type { PolicyFiles } from "./PolicyFiles.ts"
import type { PolicyChoice } from "./policyChoice.ts"
import { type StoreChoice, storeReferenceOf } from "./storeChoice.ts"
import type { storedParts } from "./storedParts.ts"

/**
 * The options by which a gate asks people: a way of asking, and how long it waits, or a layer that has both. Without any of
 * them there is nobody to ask, and what has to be asked is denied.
 */
export interface AskingOptions<E = never> {
  /**
   * A function that asks a person where the policy says to, or `"wait"`: nobody is called, and the questions wait in
   * `gate.approvals`. What a function is asked waits there as well, and the first answer decides.
   */
  readonly onAsk?: OnAsk | "wait"
  /** The time that a question waits, in milliseconds: five minutes by default. */
  readonly approvalTimeoutMs?: number
  /**
   * An app's own place where people are asked, in the place of `onAsk` and `approvalTimeoutMs`. If the layer provides
   * `PendingApprovals` as well, `gate.approvals` has its questions; otherwise `gate.approvals` is empty.
   */
  readonly approvals?: Layer.Layer<Approvals, E, ToolEvents>
}

/** The choices on which it depends where questions, approvals and counts of quotas are kept. */
type KeepingOptions<E> = AskingOptions<E> & {
  readonly policy: PolicyChoice<E>
  readonly store?: StoreChoice | undefined
}

type Asking = Approvals | PendingApprovals | ResumableCalls

/** Returns the layer of the options. Throws if they are invalid, or contradict each other. */
export const layerOfKeeping = <E>(
  options: KeepingOptions<E>
): Layer.Layer<Asking | QuotaStore, E | StoreInvalid, ToolEvents> => {
  const { onAsk, approvalTimeoutMs: timeoutMs, approvals, store, policy } = options
  if (approvals !== undefined) {
    const beside = onAsk !== undefined ? "onAsk" : timeoutMs !== undefined ? "approvalTimeoutMs" : undefined
    if (beside !== undefined)
      throw new TypeError(
        `A gate takes "approvals" or "${beside}", not both: a layer of approvals asks in its own way.`
      )
    if (!isLayer(approvals)) throw new TypeError('"approvals" has to be a layer that provides Approvals.')
  } else if (onAsk !== undefined && onAsk !== "wait" && typeof onAsk !== "function")
    throw new TypeError('"onAsk" has to be a function that asks a person, or "wait".')
  const asking = {
    ...(onAsk === undefined || onAsk === "wait" ? {} : { onAsk }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    policySource: policySourceOf(policy)
  }
  const own = approvals === undefined ? undefined : Layer.provideMerge(approvals, noQuestions)
  if (store !== undefined) {
    storeReferenceOf(store)
    const stored = fromStore(store, asking)
    return own === undefined ? stored : Layer.provideMerge(own, stored)
  }
  const inMemory = onAsk === undefined ? Layer.merge(Approvals.layerNobody, noQuestions) : MemoryApprovals.layer(asking)
  return Layer.merge(own ?? inMemory, MemoryQuotaStore.layer)
}

const noQuestions = Layer.merge(PendingApprovals.layerNone, ResumableCalls.layerNone)

/** Loads the code of stores only when it is needed. */
const fromStore = (...given: Parameters<typeof storedParts>): ReturnType<typeof storedParts> =>
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
