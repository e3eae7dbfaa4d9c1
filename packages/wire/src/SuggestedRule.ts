import Type from "typebox"
import { closed, type Form } from "./Form.ts"
import { Resource, RuleRef } from "./Permit.ts"
import { Principal } from "./Principal.ts"

/** A rule suggested by approvals for always. It waits for review and has no effect. */
export const SuggestedRule = closed({
  version: Type.Literal(1),
  /** The rule, as a policy file writes it. */
  rule: Type.String(),
  /** The approved call: its tool, its resources and its context. */
  tool: Type.String(),
  resources: Type.Array(Resource),
  session: Type.String(),
  principal: Principal,
  workspace: Type.String(),
  why: Type.String(),
  because: RuleRef,
  /** The latest such question: its id, the approver and their client. */
  question: Type.String(),
  by: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  /** The first and the latest of these approvals, in milliseconds since the epoch, and their number. */
  first: Type.Number(),
  last: Type.Number(),
  times: Type.Integer({ minimum: 1 })
})

export type SuggestedRule = Form<typeof SuggestedRule>
