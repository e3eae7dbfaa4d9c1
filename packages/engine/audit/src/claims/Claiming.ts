import { randomBytes } from "node:crypto"
import {
  type CallClaim,
  type CallClaims,
  type ClaimEnd,
  type NotClaimed,
  type Permit,
  type Principal,
  type Refused,
  type Replayed,
  refused,
  type StoreUnavailable,
  type ToolExecution
} from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import { explainNotClaimed } from "./explainNotClaimed.ts"
import { sealKeyedAnswer } from "./sealKeyedAnswer.ts"

/** The options that let calls claim approvals and idempotency keys. */
export interface ClaimOptions {
  readonly claims: CallClaims["Service"]
  /**
   * The key for digests of idempotency keys and for sealing stored answers. Gates that share claims must share this
   * key.
   */
  readonly key: SecretKey
  /**
   * Seals a call's answer for the caller that asks about its approval. By default, no answer is stored with the
   * approval.
   */
  readonly sealAnswer?: ((approvalId: string, answer: ToolExecution) => string) | undefined
}

/** The options of a log that lets calls claim. */
export interface ClaimingOptions extends ClaimOptions {
  /**
   * Set this if `claims` holds the approvals but the log takes claims itself and cannot see them. Approvals are then
   * claimed in `claims`, and idempotency keys still in the log.
   */
  readonly approvalsElsewhere?: boolean
}

/** The claim of one call, from taking it to settling it. */
export class Claiming {
  readonly claim: CallClaim
  /** Whether the claim was not taken, so that the call was refused or answered with an earlier outcome. */
  isRefused = false
  private readonly permit: Permit
  private readonly options: ClaimOptions

  private constructor(permit: Permit, claim: CallClaim, options: ClaimOptions) {
    this.permit = permit
    this.claim = claim
    this.options = options
  }

  /** Returns the claim of a call, or `undefined` if there is nothing to claim. */
  static of(permit: Permit, options: ClaimOptions | undefined): Claiming | undefined {
    // A shortcut for most calls.
    if (options === undefined || (permit.request.idempotencyKey === undefined && permit.approval === undefined))
      return undefined
    const claim = callClaim(permit, options.key)
    return claim === undefined ? undefined : new Claiming(permit, claim, options)
  }

  /** Repeats `attempt` until the claim is taken or refused. While another call holds the key, waits for that call. */
  take(
    attempt: Effect.Effect<NotClaimed | undefined, Refused | StoreUnavailable>
  ): Effect.Effect<void, Refused | Replayed> {
    const { claim, options } = this
    const next: Effect.Effect<void, Refused | Replayed | StoreUnavailable> = Effect.flatMap(attempt, (why) => {
      if (why === undefined) return Effect.void
      const answer = explainNotClaimed(this.permit, claim, options.key, why)
      if (answer === undefined && claim.key !== undefined)
        return Effect.andThen(
          options.claims.wait(claim.key),
          Effect.suspend(() => next)
        )
      this.isRefused = true
      return Effect.fail(answer ?? storeUnavailable)
    })
    return Effect.catchTag(next, "StoreUnavailable", (error) => {
      this.isRefused = true
      return Effect.andThen(Effect.logError(error.message), Effect.fail(storeUnavailable))
    })
  }

  /** Returns how the claim ends with this answer. */
  end(answer: ToolExecution): ClaimEnd {
    const { claim, options } = this
    // A suspended script has begun. Another call with its key must not begin a second run.
    const executed = answer.pending === undefined ? answer.executed : "yes"
    return {
      executed,
      approval: claim.approval && options.sealAnswer?.(claim.approval.id, answer),
      key:
        claim.key && executed === "yes"
          ? sealKeyedAnswer(options.key, claim.key, this.permit.request, answer)
          : undefined
    }
  }

  /**
   * Returns the answer to record for a call that did not take its claim. The earlier call's outcome is not repeated
   * there.
   */
  recorded(answer: ToolExecution): ToolExecution {
    return answer.replayed ? { ...answer, error: replayed } : answer
  }
}

const replayed = refused(
  "DuplicateCall",
  "The call was answered with the outcome of an earlier call with its idempotency key; nothing was run."
)

const storeUnavailable = refused(
  "StoreUnavailable",
  "The call has to run only once, and the store that knows whether it has run cannot be used now; nothing was run."
)

/**
 * Returns the claim of a permitted call, or `undefined` if it has neither an idempotency key nor a stored approval. The
 * call id is not claimed, because models and programs reuse ids.
 */
const callClaim = ({ request, approval }: Permit, key: SecretKey): CallClaim | undefined => {
  const { idempotencyKey, tool, args, context, goesOn } = request
  if (idempotencyKey === undefined && approval?.claim === undefined) return undefined
  return {
    approval: approval?.claim === undefined ? undefined : { id: approval.id, ...approval.claim },
    key:
      idempotencyKey === undefined
        ? undefined
        : {
            digest: key.mac(
              "idempotency key",
              canonicalizeJson([principalOf(context.principal), context.session, idempotencyKey])
            ),
            args: key.mac("idempotency arguments", canonicalizeJson([tool.name, args])),
            claim: randomBytes(16).toString("hex"),
            ...(goesOn === undefined ? {} : { goesOn })
          }
  }
}

/** Returns the identity of the principal for digests. Its ceiling is left out. */
const principalOf = ({ agent, role, task, onBehalfOf, parent }: Principal): ReadonlyArray<unknown> => [
  agent,
  role ?? null,
  task ?? null,
  onBehalfOf ?? null,
  parent === undefined ? null : principalOf(parent)
]
