import { type AttemptEnd, type WebhookDelivery, WebhookQueue } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Returns a queue in memory, for tests and servers without a store. `now` returns the time in milliseconds.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryWebhookQueue } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * let time = 0
 * const queue = MemoryWebhookQueue.makeMemoryWebhookQueue(() => time)
 * await Effect.runPromise(queue.add([{ id: "msg_1", endpoint: "chat", sealed: "v1.8f14", keepMs: 60_000 }], 1_000))
 * time = 5
 * const { taken } = await Effect.runPromise(queue.take("chat", 10))
 * assert.deepEqual(taken, [{ id: "msg_1", endpoint: "chat", sealed: "v1.8f14", attempt: 1, ageMs: 5 }])
 * ```
 */
export const makeMemoryWebhookQueue = (now: () => number = Date.now): WebhookQueue["Service"] => {
  const entries = new Map<string, Entry>()
  const waitingOf = (endpoint: string) =>
    [...entries.values()].filter((entry) => entry.dueAt !== undefined && entry.delivery.endpoint === endpoint)
  const forget = () => {
    for (const [key, { forgetAt, isTaken }] of entries) if (!isTaken && forgetAt <= now()) entries.delete(key)
  }
  return {
    add: (deliveries, mostWaiting) =>
      Effect.sync(() => {
        forget()
        const fresh = deliveries.filter((delivery) => !entries.has(keyOf(delivery)))
        const dropped = fresh.filter((delivery) => {
          if (waitingOf(delivery.endpoint).length >= mostWaiting) return true
          const at = now()
          const forgetAt = at + delivery.keepMs
          entries.set(keyOf(delivery), { delivery, addedAt: at, forgetAt, dueAt: at, attempt: 0, isTaken: false })
          return false
        })
        return dropped.length
      }),
    take: (endpoint, limit) =>
      Effect.sync(() => {
        forget()
        const at = now()
        const waiting = waitingOf(endpoint)
          .filter(({ isTaken }) => !isTaken)
          .sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
        const due = waiting.filter(({ dueAt = 0 }) => dueAt <= at).slice(0, limit)
        const next = waiting[due.length]?.dueAt
        const taken = due.map((entry) => {
          entry.isTaken = true
          entry.attempt += 1
          const { id, sealed } = entry.delivery
          return { id, endpoint, sealed, attempt: entry.attempt, ageMs: at - entry.addedAt }
        })
        return next === undefined ? { taken } : { taken, nextMs: Math.max(0, next - at) }
      }),
    settle: (delivery, end) =>
      Effect.sync(() => {
        const entry = entries.get(keyOf(delivery))
        if (entry?.isTaken === true) endAttempt(entry, end, now())
      }),
    discard: (endpoint) =>
      Effect.sync(() => {
        const waiting = waitingOf(endpoint).filter(({ isTaken }) => !isTaken)
        for (const entry of waiting) endDelivery(entry)
        return waiting.length
      })
  }
}

/**
 * A layer for a `WebhookQueue` in memory.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { WebhookQueue } from "@toolgate/core"
 * import { MemoryWebhookQueue } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * const delivery = { id: "msg_1", endpoint: "chat", sealed: "v1.8f14", keepMs: 60_000 }
 * const add = Effect.flatMap(WebhookQueue, (queue) => queue.add([delivery, { ...delivery, id: "msg_2" }], 1))
 * // One of them exceeds the bound.
 * assert.equal(await Effect.runPromise(Effect.provide(add, MemoryWebhookQueue.layer)), 1)
 * ```
 */
export const layer = Layer.sync(WebhookQueue, () => makeMemoryWebhookQueue())

interface Entry {
  delivery: WebhookDelivery
  readonly addedAt: number
  readonly forgetAt: number
  /** `undefined` once the delivery has ended. */
  dueAt: number | undefined
  attempt: number
  isTaken: boolean
}

const keyOf = ({ endpoint, id }: Pick<WebhookDelivery, "endpoint" | "id">) => JSON.stringify([endpoint, id])

const endDelivery = (entry: Entry): void => {
  entry.dueAt = undefined
  entry.delivery = { ...entry.delivery, sealed: "" }
}

const endAttempt = (entry: Entry, end: AttemptEnd, at: number): void => {
  entry.isTaken = false
  if (end.state === "ended") endDelivery(entry)
  else entry.dueAt = end.state === "waiting" ? at + end.forMs : at
  if (end.state === "released") entry.attempt -= 1
}
