import Type from "typebox"
import { closed, type Form } from "./Form.ts"
import { ExecutionGrant, PermissionRequest, RuleRef } from "./Permit.ts"
import { JsonObject } from "./ToolExecution.ts"

/** A question for a person: the whole request, and why it has to be decided. */
export const ApprovalQuestion = closed({
  request: PermissionRequest,
  because: RuleRef,
  why: Type.String(),
  covers: Type.Enum(["call", "tool"]),
  grant: ExecutionGrant,
  onlyOnce: Type.Boolean(),
  /** The digest of the policy that asks, if it has one. */
  policyDigest: Type.Optional(Type.String())
})

/** The answer of a person. */
export const ApprovalDecision = Type.Union([
  closed({
    decision: Type.Literal("approve"),
    scope: Type.Optional(Type.Enum(["once", "session", "always"])),
    args: Type.Optional(JsonObject)
  }),
  closed({
    decision: Type.Literal("deny"),
    scope: Type.Optional(Type.Enum(["once", "session"])),
    reason: Type.Optional(Type.String())
  })
])

export type ApprovalQuestion = Form<typeof ApprovalQuestion>
export type ApprovalDecision = Form<typeof ApprovalDecision>
