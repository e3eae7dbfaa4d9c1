import { randomBytes } from "node:crypto"
import type { ApprovalQuestion, ApprovalRequest, NewApproval } from "@toolgate/core"
import { ConfigurationMask } from "@toolgate/redaction"
import * as Effect from "effect/Effect"
import type { UnreadableApproval } from "./ApprovalSeal.ts"
import { readUsedFiles, type UsedFiles } from "./approvedFiles.ts"
import { describeAlwaysScope } from "./describeAlwaysScope.ts"
import { describeRequest } from "./describeRequest.ts"
import { describeSessionScope } from "./describeSessionScope.ts"
import { listProjectedModifications } from "./listProjectedModifications.ts"
import type { NewQuestion } from "./NewQuestion.ts"
import { escapeText } from "./shownText.ts"

/** Creates an approval id: 128 random bits. */
export const makeApprovalId = (): string => randomBytes(16).toString("hex")

/** Creates the question that a person sees. Its times are whole milliseconds, because every store supports these. */
export const makeApprovalRequest = (
  question: ApprovalQuestion,
  { askedAt, expiresAt, sessionAnswers }: AskedUntil,
  used: UsedFiles
): NewQuestion =>
  Object.freeze({
    id: makeApprovalId(),
    ...makeCard(question, sessionAnswers, used),
    askedAt,
    expiresAt: Math.ceil(expiresAt)
  })

interface AskedUntil {
  readonly askedAt: number
  readonly expiresAt: number
  /** Whether answers may apply to the session. */
  readonly sessionAnswers: boolean
}

/** A question as a person would see it, without the members that it gets when it is asked. */
export type ApprovalCard = Omit<NewQuestion, "id" | "askedAt" | "expiresAt">

/**
 * Creates the card that a person would see.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeApprovalCard } from "@toolgate/approval"
 * import { makeExecutionGrant, makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const request = makePermissionRequest({ tool: { name: "deploy", sideEffects: "NETWORK" }, args: { to: "production" } })
 * const because = { layer: "app", rule: "confirm the network", source: "judges.ts" }
 * const question = {
 *   request,
 *   because,
 *   why: "It reaches the network.",
 *   covers: "call",
 *   grant: makeExecutionGrant(),
 *   onlyOnce: false
 * } as const
 * const { toolName, summary, why } = await Effect.runPromise(makeApprovalCard(question))
 * assert.deepEqual([toolName, why], ["deploy", "It reaches the network."])
 * assert.match(summary, /production/)
 * ```
 */
export const makeApprovalCard = (question: ApprovalQuestion): Effect.Effect<ApprovalCard> =>
  Effect.map(readUsedFiles(question.request, question.grant), (used) => makeCard(question, true, used))

const makeCard = (question: ApprovalQuestion, sessionAnswers: boolean, used: UsedFiles): ApprovalCard => {
  const { request, because, why } = question
  const { callId, tool, context } = request
  const mask = new ConfigurationMask()
  const { summary, inspectable } = describeRequest(request, question.grant, mask, used)
  const shown = (text: string) => mask.repeated(text)
  return Object.freeze({
    callId,
    session: context.session,
    turn: context.turn,
    agent: context.principal.agent,
    toolName: tool.name,
    ...(tool.escalates === true ? { kind: "escalation" as const } : {}),
    args: request.args,
    sideEffects: tool.sideEffects,
    risk: tool.risk,
    destructive: tool.destructive,
    why: escapeText(shown(why)),
    because: Object.freeze({ ...because, rule: shown(because.rule) }),
    summary,
    inspectable,
    projectedModifications: listProjectedModifications(request),
    ...describeSessionScope(question, inspectable, sessionAnswers),
    ...describeAlwaysScope(question, inspectable, shown)
  })
}

/** Creates the request of an unreadable question: only the fields of a list entry. */
export const makeUnreadableRequest = (row: NewApproval, { why }: UnreadableApproval): ApprovalRequest =>
  Object.freeze({
    id: row.id,
    digest: row.digest,
    callId: "",
    session: row.session,
    turn: "",
    agent: row.agent,
    toolName: row.tool,
    args: {},
    sideEffects: row.sideEffects,
    risk: "CRITICAL",
    destructive: true,
    why,
    because: { layer: "approvals", rule: "an unreadable request", source: "the store" },
    summary: `This request cannot be shown. ${why}`,
    inspectable: false,
    unreadable: why,
    projectedModifications: [],
    maySpanSession: false,
    sessionCovers: "For the session: not offered, because the request cannot be read.",
    askedAt: row.askedAt,
    expiresAt: row.expiresAt
  })
