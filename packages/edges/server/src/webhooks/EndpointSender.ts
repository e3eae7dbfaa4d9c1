import type { Lookup } from "@toolgate/catalogue/http-requests"
import type { AttemptEnd, TakenWebhook, TakenWebhooks, WebhookQueue } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import type { Scope } from "effect/Scope"
import { getRetryPause } from "./getRetryPause.ts"
import type { OpenEndpoint } from "./OpenEndpoint.ts"
import { type PostOutcome, postWebhook } from "./postWebhook.ts"
import type { WebhookLimits, WebhookStatus } from "./WebhookEndpoint.ts"

/** The parts that all senders share. */
export interface SenderParts {
  readonly queue: WebhookQueue["Service"]
  readonly limits: WebhookLimits
  readonly lookup?: Lookup | undefined
}

/** Sends the deliveries of one endpoint, a few at once. Endpoints do not wait for each other. */
export class EndpointSender {
  readonly endpoint: OpenEndpoint
  private readonly parts: SenderParts
  private readonly mayHaveWork = Latch.makeUnsafe()
  private open = 0
  private counts = { delivered: 0, retried: 0, failed: 0, dropped: 0 }
  private switchedOffAt: number | undefined
  private fault: string | undefined

  constructor(endpoint: OpenEndpoint, parts: SenderParts) {
    this.endpoint = endpoint
    this.parts = parts
  }

  get isOff(): boolean {
    return this.switchedOffAt !== undefined
  }

  get status(): WebhookStatus {
    return {
      origin: this.endpoint.url.origin,
      ...this.counts,
      ...(this.switchedOffAt === undefined ? {} : { switchedOffAt: this.switchedOffAt }),
      ...(this.fault === undefined ? {} : { fault: this.fault })
    }
  }

  /** Reports that the queue has new deliveries. */
  wake(): void {
    this.mayHaveWork.openUnsafe()
  }

  drop(count: number): void {
    this.counts.dropped += count
  }

  /** Sends until the endpoint is switched off. Interrupting gives unfinished deliveries back. */
  readonly run: Effect.Effect<void, never, Scope> = Effect.gen({ self: this }, function* () {
    const { limits } = this.parts
    while (!this.isOff) {
      this.mayHaveWork.closeUnsafe()
      const nextMs = yield* this.start()
      const waitMs = Math.min(nextMs, limits.lookEveryMs)
      // A full sender is woken by the end of an attempt.
      yield* Effect.timeoutOption(this.mayHaveWork.await, this.open < limits.atOnce ? waitMs : limits.lookEveryMs)
    }
  })

  /** Starts the attempts that are due, and returns the time until the next. A taken delivery is always settled. */
  private start(): Effect.Effect<number, never, Scope> {
    const { queue, limits } = this.parts
    const free = limits.atOnce - this.open
    if (free <= 0) return Effect.succeed(limits.lookEveryMs)
    const nothing: TakenWebhooks = { taken: [] }
    return Effect.orElseSucceed(queue.take(this.endpoint.id, free), () => nothing).pipe(
      Effect.tap(({ taken }) => {
        this.open += taken.length
        return Effect.forEach(taken, (one) => Effect.forkScoped(this.attempt(one), { uninterruptible: true }))
      }),
      Effect.map(({ nextMs = limits.lookEveryMs }) => nextMs),
      Effect.uninterruptible
    )
  }

  private attempt(delivery: TakenWebhook): Effect.Effect<void> {
    return Effect.interruptible(this.post(delivery)).pipe(
      Effect.onInterrupt(() => Effect.ignore(this.parts.queue.settle(delivery, { state: "released" }))),
      Effect.flatMap((outcome) => this.settle(delivery, this.count(outcome, delivery))),
      Effect.ensuring(
        Effect.sync(() => {
          this.open -= 1
          this.wake()
        })
      )
    )
  }

  private post({ id, sealed }: TakenWebhook): Effect.Effect<PostOutcome | { readonly outcome: "unreadable" }> {
    if (this.isOff) return Effect.succeed({ outcome: "gone" })
    const body = this.endpoint.open({ id, sealed })
    if (body === undefined) return Effect.succeed({ outcome: "unreadable" })
    const { limits, lookup } = this.parts
    return Effect.promise((signal) =>
      postWebhook(
        this.endpoint,
        { id, body, at: new Date() },
        { signal, timeoutMs: limits.timeoutMs, ...(lookup === undefined ? {} : { lookup }) }
      )
    )
  }

  /** Counts an attempt, and returns what becomes of its delivery. */
  private count(outcome: PostOutcome | { readonly outcome: "unreadable" }, delivery: TakenWebhook): AttemptEnd {
    if (outcome.outcome === "delivered") this.counts.delivered += 1
    else if (outcome.outcome === "gone") {
      this.switchedOffAt ??= Date.now()
      this.counts.dropped += 1
    } else {
      this.fault =
        outcome.outcome === "failed"
          ? outcome.why
          : "A delivery was sealed with another secret, or changed in the store."
      const pause = outcome.outcome === "failed" ? getRetryPause(delivery, this.parts.limits, Math.random()) : undefined
      this.counts[pause === undefined ? "failed" : "retried"] += 1
      if (pause !== undefined) return { state: "waiting", forMs: pause }
    }
    return { state: "ended" }
  }

  private settle(delivery: TakenWebhook, end: AttemptEnd): Effect.Effect<void> {
    const { queue, limits } = this.parts
    const settling = queue.settle(delivery, end)
    const again = Effect.interruptible(Effect.retry(settling, Schedule.spaced(limits.lookEveryMs)))
    const settled = Effect.catch(settling, () => Effect.ignore(again))
    return this.isOff ? Effect.andThen(settled, this.discard()) : settled
  }

  /** Drops what waits for an endpoint that is switched off. */
  private discard(): Effect.Effect<void> {
    return Effect.ignore(
      Effect.map(this.parts.queue.discard(this.endpoint.id), (count) => {
        this.drop(count)
      })
    )
  }
}
