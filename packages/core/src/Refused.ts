import * as Effect from "effect/Effect"
import type { DecidedApproval } from "./DecidedApproval.ts"
import type { JsonObject } from "./json/Json.ts"

/** The class of a failure, for agents and statistics. A closed set. */
export type ErrorClass =
  | "not_found"
  | "validation_error"
  | "permission_denied"
  | "user_denied"
  | "timeout"
  | "execution_error"
  | "cancelled"
  | "confirmation_timeout"

/** The class of a failure in short form, for runners. A closed set. */
export type ErrorSlug = "tool_not_found" | "permission_denied" | "fs_denied" | "invalid_args" | "tool_failed"

const invalid = ["validation_error", "invalid_args"] as const
const denied = ["permission_denied", "permission_denied"] as const
const failed = ["execution_error", "tool_failed"] as const

/** Maps the reason of a refusal to its class and slug. */
export const refusals = {
  ToolNotFound: ["not_found", "tool_not_found"],
  ToolQuarantined: denied,
  InvalidArgs: invalid,
  DuplicateCall: invalid,
  HookStopped: denied,
  PolicyDenied: denied,
  QuotaExceeded: denied,
  UserDenied: ["user_denied", "permission_denied"],
  ApprovalPending: denied,
  ApprovalExpired: ["confirmation_timeout", "permission_denied"],
  FileDenied: ["permission_denied", "fs_denied"],
  Cancelled: ["cancelled", "tool_failed"],
  TimedOut: ["timeout", "tool_failed"],
  LimitExceeded: failed,
  FileBusy: failed,
  QueueBusy: failed,
  ToolFailed: failed,
  SandboxUnavailable: failed,
  AuditUnavailable: failed,
  StoreUnavailable: failed,
  InternalError: failed
} as const satisfies Record<string, readonly [ErrorClass, ErrorSlug]>

/**
 * The reason why a call did not succeed. A plain value without a stack, because it is part of a conversation. The message
 * is written for the model and never contains a secret or an argument's value.
 */
export interface Refused {
  readonly _tag: "Refused"
  readonly why: keyof typeof refusals
  readonly class: ErrorClass
  readonly slug: ErrorSlug
  readonly message: string
  readonly details: JsonObject
  /** The approval that the call waits for. Set only for `ApprovalPending`. */
  readonly pending?: PendingApproval
  /** The decision of the person who denied the call. It is recorded but not shown to the model. */
  readonly denied?: DecidedApproval
}

/** An approval that a deferred call waits for. */
export interface PendingApproval {
  readonly approvalId: string
  /** The time until which the call can be approved and resumed, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** An effect that may refuse the call. */
export type Gated<A> = Effect.Effect<A, Refused>

/**
 * Returns a refusal with the class and slug of its reason.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { refused } from "@toolgate/core"
 *
 * const refusal = refused("InvalidArgs", "The range is empty.", { from: 7, to: 3 })
 * assert.deepEqual(
 *   [refusal.class, refusal.slug, refusal.details],
 *   ["validation_error", "invalid_args", { from: 7, to: 3 }]
 * )
 * ```
 */
export const refused = (why: Refused["why"], message: string, details: JsonObject = noDetails): Refused => {
  const mapped = refusals[why]
  return { _tag: "Refused", why, class: mapped[0], slug: mapped[1], message, details }
}

/**
 * Fails with a refusal.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { refuse } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const stop = refuse("HookStopped", "Nothing is deployed on a Friday.")
 * const { why, class: errorClass } = await Effect.runPromise(Effect.flip(stop))
 * assert.deepEqual([why, errorClass], ["HookStopped", "permission_denied"])
 * ```
 */
export const refuse = (why: Refused["why"], message: string, details?: JsonObject): Gated<never> =>
  Effect.fail(refused(why, message, details))

const noDetails: JsonObject = Object.freeze({})
