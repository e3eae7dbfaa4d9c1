import { type ApprovalQuestion, canonicalJson, type GivenApproval } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { MadeDecision, RequestFacts } from "./ApprovalSeal.ts"
import { areContentsSame, fileContents } from "./fileContents.ts"
import { isGrantWithin } from "./grantWithin.ts"

/**
 * Returns in what a call differs from the one that was approved, as nouns. A grant differs if it permits more than the approved one.
 *
 * If whoever approved the call edited its arguments, what these point at was never shown to them. Then the call has to have exactly
 * their arguments, and its resources and its grant are for the policy to judge.
 */
export const differences = Effect.fnUntraced(function* (
  facts: RequestFacts,
  { args: edited }: MadeDecision,
  { request, grant }: ApprovalQuestion,
  { proposed }: GivenApproval
) {
  const { context } = request
  const isEdit = proposed !== undefined
  const pairs: ReadonlyArray<readonly [string, unknown, unknown]> = [
    ["the id of the call", facts.shown.callId, request.callId],
    ["the idempotency key", facts.idempotencyKey, request.idempotencyKey],
    ["the agent or its bounds", facts.context.principal, context.principal],
    ["the session", facts.context.session, context.session],
    ["the caller", facts.context.caller, context.caller],
    ["the workspace", facts.context.workspace, context.workspace],
    ["the definition of the tool", facts.toolDigest, request.toolDigest],
    ["the arguments", isEdit ? edited : facts.shown.args, request.args],
    ["the arguments that were asked for", isEdit ? facts.shown.args : undefined, proposed]
  ]
  const differs = pairs.flatMap(([noun, approved, now]) =>
    canonicalJson(approved) === canonicalJson(now) ? [] : [noun]
  )
  if (isEdit || edited !== undefined) return differs
  if (canonicalJson(facts.resources) !== canonicalJson(request.resources)) differs.push("what the arguments point at")
  if (!isGrantWithin(grant, facts.grant)) differs.push("the grant, which is wider")
  const contents = yield* Effect.promise(() => fileContents(request.resources))
  if (!areContentsSame(facts.files, contents)) differs.push("what the files hold that it would change")
  return differs
})
