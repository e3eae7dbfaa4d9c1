import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** A message for one endpoint. */
export interface WebhookDelivery {
  /** The id of the message. Each attempt has the same id, so that a receiver can tell repetitions. */
  readonly id: string
  /** The id of the endpoint. */
  readonly endpoint: string
  /** The message, sealed with a key of the endpoint: write access to the database is not enough to send one. */
  readonly sealed: string
  /** The time for which the queue remembers the id, in milliseconds. A delivery that is still waiting then is dropped. */
  readonly keepMs: number
}

/** A delivery that this process has to attempt. */
export interface TakenWebhook extends Omit<WebhookDelivery, "keepMs"> {
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /** The time since the delivery was added, in milliseconds. */
  readonly ageMs: number
}

/** The deliveries that were due, and the time until the next is, in milliseconds. */
export interface TakenWebhooks {
  readonly taken: ReadonlyArray<TakenWebhook>
  readonly nextMs?: number
}

/**
 * The end of an attempt.
 *
 * - `ended`: the message was delivered, or will not be
 * - `waiting`: it is attempted again after a pause
 * - `released`: the attempt did not take place, and any process may make it
 */
export type AttemptEnd =
  | { readonly state: "ended" }
  | { readonly state: "waiting"; readonly forMs: number }
  | { readonly state: "released" }

/**
 * Stores the deliveries of webhooks; several servers may share one queue. A delivery is taken by one process at a time. If
 * that process ends, another takes the delivery.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { WebhookQueue } from "@toolgate/core"
 * import { MemoryWebhookQueue } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * const delivery = { id: "msg_1", endpoint: "chat", sealed: "v1.8f14", keepMs: 60_000 }
 * const program = Effect.gen(function* () {
 *   const { add, take, settle } = yield* WebhookQueue
 *   yield* add([delivery], 1_000)
 *   const { taken } = yield* take("chat", 10)
 *   // The receiver did not answer.
 *   yield* settle(delivery, { state: "waiting", forMs: 0 })
 *   return [...taken, ...(yield* take("chat", 10)).taken].map(({ attempt }) => attempt)
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryWebhookQueue.layer)), [1, 2])
 * ```
 */
export class WebhookQueue extends Context.Service<
  WebhookQueue,
  {
    /**
     * Stores new deliveries, and returns how many of them were dropped because their endpoint has `mostWaiting` already. An
     * id that the endpoint has had is ignored. When the effect ends, the deliveries survive a power failure.
     */
    readonly add: (deliveries: ReadonlyArray<WebhookDelivery>, mostWaiting: number) => Effect<number, StoreUnavailable>
    /** Takes at most `limit` due deliveries of an endpoint, those that are due for the longest time first. */
    readonly take: (endpoint: string, limit: number) => Effect<TakenWebhooks, StoreUnavailable>
    /** Ends the attempt of a taken delivery. Has no effect if another process has taken it since. */
    readonly settle: (
      delivery: Pick<WebhookDelivery, "id" | "endpoint">,
      end: AttemptEnd
    ) => Effect<void, StoreUnavailable>
    /** Drops the waiting deliveries of an endpoint, and returns their number. */
    readonly discard: (endpoint: string) => Effect<number, StoreUnavailable>
  }
>()("@toolgate/core/WebhookQueue") {}
