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
import { notClaimed } from "./notClaimed.ts"
import { sealedAnswer } from "./sealedAnswer.ts"

/** The things that a log needs to let calls claim approvals and idempotency keys. */
export interface ClaimOptions {
  readonly claims: CallClaims["Service"]
  /** The key of the digests of idempotency keys, and of the answers that are kept for them. Gates that share claims share it. */
  readonly key: SecretKey
  /** Returns the answer to a call sealed for whoever asks for its approval. Without it, the answer is not kept there. */
  readonly sealAnswer?: ((approvalId: string, answer: ToolExecution) => string) | undefined
}

/** The options of a log that lets calls claim. */
export interface ClaimingOptions extends ClaimOptions {
  /**
   * Whether approvals are claimed in `claims` also if the log takes claims itself: it looks for them in another place than where they
   * are. Its calls claim their idempotency keys there as before.
   */
  readonly approvalsElsewhere?: boolean
}

/** The claim of one call, from its beginning to its end. */
export class Claiming {
  readonly claim: CallClaim
  /** Whether the call was refused, or answered as an earlier one, because the claim was not taken. */
  isRefused = false
  private readonly permit: Permit
  private readonly options: ClaimOptions

  private constructor(permit: Permit, claim: CallClaim, options: ClaimOptions) {
    this.permit = permit
    this.claim = claim
    this.options = options
  }

  /** Returns the claim of a call, or `undefined` if the call has nothing to claim. */
  static of(permit: Permit, options: ClaimOptions | undefined): Claiming | undefined {
    // The shortcut for most calls.
    if (options === undefined || (permit.request.idempotencyKey === undefined && permit.approval === undefined))
      return undefined
    const claim = callClaim(permit, options.key)
    return claim === undefined ? undefined : new Claiming(permit, claim, options)
  }

  /** Attempts to take the claim until it is taken or cannot be, and waits meanwhile for the call that holds the key. */
  take(
    attempt: Effect.Effect<NotClaimed | undefined, Refused | StoreUnavailable>
  ): Effect.Effect<void, Refused | Replayed> {
    const { claim, options } = this
    const next: Effect.Effect<void, Refused | Replayed | StoreUnavailable> = Effect.flatMap(attempt, (why) => {
      if (why === undefined) return Effect.void
      const answer = notClaimed(this.permit, claim, options.key, why)
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

  /** Returns the end of the claim. */
  end(answer: ToolExecution): ClaimEnd {
    const { claim, options } = this
    // A script that is suspended has begun. Another call with its key would begin a second one.
    const executed = answer.pending === undefined ? answer.executed : "yes"
    return {
      executed,
      approval: claim.approval && options.sealAnswer?.(claim.approval.id, answer),
      key:
        claim.key && executed === "yes" ? sealedAnswer(options.key, claim.key, this.permit.request, answer) : undefined
    }
  }

  /** Returns the answer as it is recorded for a call that did not take its claim: nothing of the earlier call is repeated. */
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
 * Returns the claim of a permitted call, or `undefined` for a call that has neither an idempotency key nor a stored
 * approval. The id of a call claims nothing, because models and programs use ids again.
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
              canonicalizeJson([principalOf(context.principal), context.session, tool.name, idempotencyKey])
            ),
            args: key.mac("idempotency arguments", canonicalizeJson(args)),
            claim: randomBytes(16).toString("hex"),
            ...(goesOn === undefined ? {} : { goesOn })
          }
  }
}

/** Returns whom a call is made for. A bound on what they may do does not make them another. */
const principalOf = ({ agent, role, task, onBehalfOf, parent }: Principal): ReadonlyArray<unknown> => [
  agent,
  role ?? null,
  task ?? null,
  onBehalfOf ?? null,
  parent === undefined ? null : principalOf(parent)
]
