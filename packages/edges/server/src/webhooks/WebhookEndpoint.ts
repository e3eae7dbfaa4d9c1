/** The events that webhooks report. */
export type WebhookEvent = (typeof webhookEvents)[number]

/**
 * - `approval.requested`: a person is asked
 * - `approval.resolved`: a question has ended, with or without an answer
 * - `call.denied`: the policy or a person has refused a call
 */
export const webhookEvents = ["approval.requested", "approval.resolved", "call.denied"] as const

/**
 * A receiver of webhooks by the Standard Webhooks specification.
 *
 * ```ts
 * import type { WebhookEndpoint } from "@toolgate/server"
 *
 * export const chat = (secret: string): WebhookEndpoint => ({
 *   url: "https://chat.example/hooks/toolgate",
 *   secret,
 *   events: ["approval.requested"]
 * })
 * ```
 */
export interface WebhookEndpoint {
  readonly url: string
  /** The secret that signs messages: `whsec_` and 24 to 64 bytes in base64. */
  readonly secret: string
  /** Default: all events. */
  readonly events?: ReadonlyArray<WebhookEvent>
  /**
   * Whether the receiver may have a private or loopback address, which may also be reached by plain http. Link-local
   * addresses and those of cloud metadata are never reached. Default: public addresses by https only.
   */
  readonly allowPrivate?: boolean
}

/** The limits of deliveries. */
export interface WebhookLimits {
  /** The time in which a receiver has to answer, in milliseconds. Default: 15 s. */
  readonly timeoutMs: number
  /** The pause after the first attempt, in milliseconds. Each further pause is four times as long. Default: 5 s. */
  readonly firstPauseMs: number
  /** The longest pause, in milliseconds. Default: 6 hours. */
  readonly longestPauseMs: number
  /** The most attempts for one delivery. Default: 12. */
  readonly mostAttempts: number
  /** The age at which a delivery is given up, in milliseconds. Default: 2 days. */
  readonly oldestMs: number
  /** The most attempts at once for one receiver. Default: 4. */
  readonly atOnce: number
  /** The most deliveries that wait for one receiver. Default: 10,000. */
  readonly mostWaiting: number
  /** The most events in memory that are not yet in the queue. Default: 1,000. */
  readonly mostUnstored: number
  /** The time after which the queue is looked at again, in milliseconds. Default: 5 s. */
  readonly lookEveryMs: number
}

export const usualWebhookLimits: WebhookLimits = {
  timeoutMs: 15_000,
  firstPauseMs: 5_000,
  longestPauseMs: 6 * 3_600_000,
  mostAttempts: 12,
  oldestMs: 48 * 3_600_000,
  atOnce: 4,
  mostWaiting: 10_000,
  mostUnstored: 1_000,
  lookEveryMs: 5_000
}

/** The counts of one endpoint's deliveries in this process. */
export interface WebhookStatus {
  /** The scheme, host and port. The path may be a secret. */
  readonly origin: string
  readonly delivered: number
  readonly retried: number
  /** Given up: too many attempts, too old, or changed in the store. */
  readonly failed: number
  /** Never attempted: too many were waiting, or the endpoint was switched off. */
  readonly dropped: number
  /** Set if the receiver answered 410. It gets nothing until the server restarts. */
  readonly switchedOffAt?: number
  /** The cause of the latest failure, in a sentence. */
  readonly fault?: string
}
