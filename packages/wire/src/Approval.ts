import Type from "typebox"
import { closed, type Form } from "./Form.ts"
import { PermissionRequest, RuleRef } from "./Permit.ts"

/** A question for a person: the whole request, and why it has to be decided. */
export const ApprovalQuestion = closed({
  request: PermissionRequest,
  because: RuleRef,
  why: Type.String(),
  covers: Type.Enum(["call", "tool"]),
  onlyOnce: Type.Boolean()
})

const scope = Type.Optional(Type.Enum(["once", "session"]))

/** The answer of a person. */
export const ApprovalDecision = Type.Union([
  closed({ decision: Type.Literal("approve"), scope }),
  closed({ decision: Type.Literal("deny"), scope, reason: Type.Optional(Type.String()) })
])

export type ApprovalQuestion = Form<typeof ApprovalQuestion>
export type ApprovalDecision = Form<typeof ApprovalDecision>
