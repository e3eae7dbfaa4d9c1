import type { ApprovalRequest, PendingApprovals, WebhookDelivery, WebhookQueue } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import { getMessageId, type ReportedEvent, reportQuestion, writeBody } from "./describeEvent.ts"
import type { EndpointSender } from "./EndpointSender.ts"
import type { WebhookLimits } from "./WebhookEndpoint.ts"
import { writeLink } from "./writeLink.ts"

/** The parts of an intake. */
export interface IntakeParts {
  readonly queue: WebhookQueue["Service"]
  readonly approvals: PendingApprovals["Service"]
  readonly senders: ReadonlyArray<EndpointSender>
  readonly limits: WebhookLimits
  readonly publicUrl: URL | undefined
}

/** Writes events to the queue. An event is added at once, so that no call waits for the store or a receiver. */
export class EventIntake {
  private readonly parts: IntakeParts
  private events: Array<ReportedEvent> = []
  /** The number of events that are being written. */
  private writing = 0
  private isClosing = false
  private readonly mayHaveWork = Latch.makeUnsafe()

  constructor(parts: IntakeParts) {
    this.parts = parts
  }

  add(event: ReportedEvent): void {
    const wanting = this.wanting(event)
    if (wanting.length === 0) return
    if (this.events.length + this.writing >= this.parts.limits.mostUnstored) {
      for (const sender of wanting) sender.drop(1)
      return
    }
    this.events.push(event)
    this.mayHaveWork.openUnsafe()
  }

  /** Writes what is left, and then ends `run`. */
  close(): void {
    this.isClosing = true
    this.mayHaveWork.openUnsafe()
  }

  /** Writes events until the intake closes, beginning with the questions that are open. */
  readonly run: Effect.Effect<void> = Effect.gen({ self: this }, function* () {
    yield* this.reportOpenQuestions()
    for (;;) {
      this.mayHaveWork.closeUnsafe()
      const events = this.events.splice(0, batch)
      this.writing = events.length
      if (events.length > 0) yield* this.write(events)
      this.writing = 0
      if (this.events.length > 0) continue
      if (this.isClosing) return
      yield* this.mayHaveWork.await
    }
  })

  /** A server may have ended after a question was stored and before its delivery was. The queue ignores known ids. */
  private reportOpenQuestions(): Effect.Effect<void> {
    const { approvals } = this.parts
    const listing = Effect.orElseSucceed(approvals.list(), (): ReadonlyArray<ApprovalRequest> => [])
    return Effect.flatMap(listing, (requests) =>
      Effect.forEach(
        chunksOf(requests),
        (chunk) => this.store(chunk.map((one) => this.seal(reportQuestion(one), one))),
        {
          discard: true
        }
      )
    )
  }

  private write(events: ReadonlyArray<ReportedEvent>): Effect.Effect<void> {
    return Effect.flatMap(
      Effect.forEach(events, (event) => Effect.map(this.findCard(event), (card) => this.seal(event, card))),
      (deliveries) => this.store(deliveries)
    )
  }

  /** Returns the question of an event. Without it, the message has no summary. */
  private findCard({ type, approvalId }: ReportedEvent): Effect.Effect<ApprovalRequest | undefined> {
    if (type !== "approval.requested" || approvalId === undefined) return Effect.undefined
    return Effect.orElseSucceed(
      Effect.map(this.parts.approvals.get(approvalId), (found) => found?.request),
      () => undefined
    )
  }

  private seal(event: ReportedEvent, card: ApprovalRequest | undefined): ReadonlyArray<WebhookDelivery> {
    const { limits, publicUrl } = this.parts
    const id = getMessageId(event)
    const body = writeBody(event, card, publicUrl && writeLink(event, publicUrl))
    // The id of a question is remembered until it ends, because a restarted server reports it again.
    const openMs = Math.max(0, (event.expiresAt ?? 0) - Date.now())
    return this.wanting(event).map(({ endpoint }) => endpoint.seal(id, body, limits.oldestMs + openMs))
  }

  private store(all: ReadonlyArray<ReadonlyArray<WebhookDelivery>>): Effect.Effect<void> {
    const { queue, limits, senders } = this.parts
    const deliveries = all.flat()
    return Effect.forEach(
      senders,
      (sender) => {
        const own = deliveries.filter(({ endpoint }) => endpoint === sender.endpoint.id)
        if (own.length === 0) return Effect.void
        const adding = Effect.retry(queue.add(own, limits.mostWaiting), Schedule.spaced(limits.lookEveryMs))
        return Effect.map(Effect.orDie(adding), (dropped) => {
          sender.drop(dropped)
          sender.wake()
        })
      },
      { discard: true }
    )
  }

  private wanting({ type }: ReportedEvent): ReadonlyArray<EndpointSender> {
    return this.parts.senders.filter(({ endpoint, isOff }) => !isOff && endpoint.events.has(type))
  }
}

/** The most events that are written at once. */
const batch = 64

const chunksOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / batch) }, (_, at) => all.slice(at * batch, (at + 1) * batch))
