import Type from "typebox"
import { ApprovedFile } from "./FileContent.ts"
import { closed, type Form } from "./Form.ts"
import { DispatchContext, ExecutionGrant, PermissionRequest, Resource, RuleRef } from "./Permit.ts"
import { JsonObject } from "./ToolExecution.ts"
import { SideEffectClass, ToolRisk } from "./words.ts"

/** A question for a person: the whole request, and why it has to be decided. */
export const ApprovalQuestion = closed({
  request: PermissionRequest,
  because: RuleRef,
  why: Type.String(),
  covers: Type.Enum(["call", "host", "tool"]),
  grant: ExecutionGrant,
  onlyOnce: Type.Boolean(),
  /** The digest of the policy that asks, if it has one. */
  policyDigest: Type.Optional(Type.String())
})

/** A person's answer. */
export const ApprovalDecision = Type.Union([
  closed({
    decision: Type.Literal("approve"),
    scope: Type.Optional(Type.Enum(["once", "session", "always"])),
    args: Type.Optional(JsonObject),
    reason: Type.Optional(Type.String())
  }),
  closed({
    decision: Type.Literal("deny"),
    scope: Type.Optional(Type.Enum(["once", "session"])),
    reason: Type.Optional(Type.String())
  })
])

const shown = {
  id: Type.String(),
  callId: Type.String(),
  session: Type.String(),
  turn: Type.String(),
  agent: Type.String(),
  toolName: Type.String(),
  kind: Type.Optional(Type.Literal("escalation")),
  args: JsonObject,
  sideEffects: SideEffectClass,
  risk: ToolRisk,
  destructive: Type.Boolean(),
  why: Type.String(),
  because: RuleRef,
  summary: Type.String(),
  inspectable: Type.Boolean(),
  unreadable: Type.Optional(Type.String()),
  projectedModifications: Type.Array(Type.String()),
  maySpanSession: Type.Boolean(),
  sessionCovers: Type.String(),
  always: Type.Optional(closed({ rule: Type.Optional(Type.String()), covers: Type.String() })),
  /** In milliseconds since the epoch, like `expiresAt`. */
  askedAt: Type.Number(),
  expiresAt: Type.Number()
}

/** A question as a person sees it. */
export const ApprovalRequest = closed({ ...shown, digest: Type.String() })

/** The first sealed part of a stored request: the question without its digest, which covers this part. */
export const SealedQuestion = closed(shown)

/** The sealed part of a stored request. */
export const SealedRequest = closed({
  version: Type.Literal(2),
  idempotencyKey: Type.Optional(Type.String()),
  toolDigest: Type.String(),
  resources: Type.Array(Resource),
  context: DispatchContext,
  /** The grant of the call. Without its exceptions if a gate waits, because that gate has the grant. */
  grant: ExecutionGrant,
  /** The files that the call would change or run, with digests of their contents. */
  files: Type.Array(ApprovedFile),
  /** Whether the first answer applies to the session, with any scope. */
  onlyOnce: Type.Boolean(),
  /** The session's instance, and the key of all questions that one answer for the session covers. */
  instance: Type.String(),
  key: Type.String(),
  policy: Type.Optional(closed({ source: Type.String(), digest: Type.Optional(Type.String()) }))
})

/** The sealed part of a stored decision. */
export const SealedDecision = closed({
  scope: Type.Enum(["once", "session", "always"]),
  reason: Type.Optional(Type.String()),
  args: Type.Optional(JsonObject)
})

export type ApprovalQuestion = Form<typeof ApprovalQuestion>
export type ApprovalDecision = Form<typeof ApprovalDecision>
export type ApprovalRequest = Form<typeof ApprovalRequest>
export type SealedQuestion = Form<typeof SealedQuestion>
export type SealedDecision = Form<typeof SealedDecision>
export type SealedRequest = Form<typeof SealedRequest>
