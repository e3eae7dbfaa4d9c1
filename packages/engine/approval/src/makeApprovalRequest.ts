import { randomBytes } from "node:crypto"
import type { ApprovalQuestion, ApprovalRequest, NewApproval } from "@toolgate/core"
import { ConfigurationMask } from "@toolgate/redaction"
import * as Effect from "effect/Effect"
import type { Unreadable } from "./ApprovalSeal.ts"
import { readUsedFiles, type UsedFiles } from "./approvedFiles.ts"
import { describeAlwaysScope } from "./describeAlwaysScope.ts"
import { describeRequest } from "./describeRequest.ts"
import { describeSessionScope } from "./describeSessionScope.ts"
import { listProjectedModifications } from "./listProjectedModifications.ts"
import { escapeText } from "./shownText.ts"

/** Returns a new id of an approval: 128 random bits. */
export const makeApprovalId = (): string => randomBytes(16).toString("hex")

/** Returns a question as a person is shown it. Its times are whole milliseconds, which every store can hold. */
export const makeApprovalRequest = (
  question: ApprovalQuestion,
  { askedAt, expiresAt, sessionAnswers }: AskedUntil,
  used: UsedFiles
): ApprovalRequest =>
  Object.freeze({
    id: makeApprovalId(),
    ...makeCard(question, sessionAnswers, used),
    askedAt,
    expiresAt: Math.ceil(expiresAt)
  })

interface AskedUntil {
  readonly askedAt: number
  readonly expiresAt: number
  /** Whether an answer may be kept for the session. */
  readonly sessionAnswers: boolean
}

/** A question as a person would be shown it, without what it has only once it is asked. */
export type ApprovalCard = Omit<ApprovalRequest, "id" | "askedAt" | "expiresAt">

/** Returns what a person would be shown of a question. */
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

/** Returns what is shown of a stored question that cannot be read: what a list of stored requests shows. */
export const makeUnreadableRequest = (row: NewApproval, { why }: Unreadable): ApprovalRequest =>
  Object.freeze({
    id: row.id,
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
    sessionCovers: "For the session: nothing, because the request cannot be read.",
    askedAt: row.askedAt,
    expiresAt: row.expiresAt
  })
