import Type from "typebox"
import { closed, type Form } from "./Form.ts"
import { Resource, RuleRef } from "./Permit.ts"
import { Principal } from "./Principal.ts"

/** A rule that people suggested by approving a call for always. It waits for review, and has no effect. */
export const SuggestedRule = closed({
  version: Type.Literal(1),
  /** The rule, as a policy file writes it. */
  rule: Type.String(),
  /** The call that was approved: its tool, what its arguments pointed at, and where it came from. */
  tool: Type.String(),
  resources: Type.Array(Resource),
  session: Type.String(),
  principal: Principal,
  workspace: Type.String(),
  /** The reason why the policy asked. */
  why: Type.String(),
  because: RuleRef,
  /** The id of the last question that was answered in this way, and who answered it, with which client. */
  question: Type.String(),
  by: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  /** The times of the first and the last of these answers, in milliseconds since the epoch, and their number. */
  first: Type.Number(),
  last: Type.Number(),
  times: Type.Integer({ minimum: 1 })
})

export type SuggestedRule = Form<typeof SuggestedRule>
