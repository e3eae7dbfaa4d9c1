import type { Lookup } from "@toolgate/catalogue/http-requests"
import { PendingApprovals, ToolEvents, type WebhookQueue } from "@toolgate/core"
import { MemoryWebhookQueue } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Scope } from "effect/Scope"
import { toReported } from "./describeEvent.ts"
import { EndpointSender } from "./EndpointSender.ts"
import { EventIntake } from "./EventIntake.ts"
import { OpenEndpoint } from "./OpenEndpoint.ts"
import { usualWebhookLimits, type WebhookEndpoint, type WebhookLimits, type WebhookStatus } from "./WebhookEndpoint.ts"
import { readPublicUrl } from "./writeLink.ts"

/** The options of a server for its webhooks. */
export interface WebhookOptions {
  /** The receivers of webhooks. */
  readonly webhooks?: ReadonlyArray<WebhookEndpoint>
  /** The queue of deliveries. Default: in memory, so deliveries end with the process. */
  readonly webhookQueue?: WebhookQueue["Service"]
  readonly webhookLimits?: Partial<WebhookLimits>
  /** The address under which people reach the server, for links in webhooks. Default: webhooks have no link. */
  readonly publicUrl?: string
}

/** The running webhooks of a server. */
export interface Webhooks {
  /** Returns what has happened to each endpoint, in the order of the options. */
  readonly status: () => ReadonlyArray<WebhookStatus>
}

/**
 * Reports the events of a gate to receivers, until the scope closes. Then events that are not in the queue are stored
 * within `graceMs`, and attempts are given back to the queue. Throws a `TypeError` for invalid options.
 */
export const openWebhooks = (
  options: WebhookOptions,
  { graceMs, lookup }: { readonly graceMs: number; readonly lookup?: Lookup }
): Effect.Effect<Webhooks, never, Scope | ToolEvents | PendingApprovals> =>
  Effect.gen(function* () {
    const { webhooks = [], webhookQueue: queue = MemoryWebhookQueue.makeMemoryWebhookQueue() } = options
    const limits = { ...usualWebhookLimits, ...options.webhookLimits }
    const endpoints = webhooks.map((one) => new OpenEndpoint(one))
    const publicUrl = options.publicUrl === undefined ? undefined : readPublicUrl(options.publicUrl)
    if (new Set(endpoints.map(({ id }) => id)).size < endpoints.length)
      throw new TypeError("Two webhooks have the same URL. Name its events in one of them.")
    if (endpoints.length === 0) return { status: () => [] }

    const senders = endpoints.map((endpoint) => new EndpointSender(endpoint, { queue, limits, lookup }))
    const approvals = yield* PendingApprovals
    const intake = new EventIntake({ queue, approvals, senders, limits, publicUrl })
    for (const sender of senders) yield* Effect.forkScoped(Effect.andThen(sender.run, warnThatOff(sender)))
    const writing = yield* Effect.forkScoped(intake.run)
    yield* Effect.addFinalizer(() => {
      intake.close()
      return Effect.timeoutOption(Fiber.await(writing), graceMs)
    })
    const { listen } = yield* ToolEvents
    yield* listen((event) => {
      const reported = toReported(event)
      if (reported !== undefined) intake.add(reported)
    })
    return { status: () => senders.map(({ status }) => status) }
  })

const warnThatOff = ({ status: { origin } }: EndpointSender) =>
  Effect.logWarning(
    `The webhook for ${origin} answered 410, so it is switched off until the server restarts. Remove it from the settings if this is right.`
  )
