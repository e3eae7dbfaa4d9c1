import { createHash } from "node:crypto"
import { type ApprovalRequest, escapeHidden, type ToolEvent } from "@toolgate/core"
import { LogRedaction } from "@toolgate/redaction"
import type { WebhookEvent } from "./WebhookEndpoint.ts"

/** An event that webhooks report, without what may be long. */
export interface ReportedEvent {
  readonly type: WebhookEvent
  /** In milliseconds since the epoch, like `expiresAt`. */
  readonly at: number
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly callId: string
  readonly tool: string
  readonly approvalId?: string
  readonly decision?: string
  readonly why?: string
  readonly expiresAt?: number
}

/** Returns the report of an event, or `undefined` if webhooks do not report it. */
export const toReported = (event: ToolEvent): ReportedEvent | undefined => {
  if (event.type === "tool.confirmation_requested") {
    const { approvalId, expiresAt } = event
    return { ...about(event, "approval.requested"), approvalId, expiresAt }
  }
  if (event.type === "tool.confirmation_resolved") {
    const { approvalId, decision } = event
    return { ...about(event, "approval.resolved"), approvalId, decision }
  }
  if (event.type !== "tool.failed" || event.executed !== "no" || event.approvalId !== undefined) return undefined
  if (event.errorClass !== "permission_denied" && event.errorClass !== "user_denied") return undefined
  return { ...about(event, "call.denied"), why: cut(event.message, mostWhy) }
}

/** Returns the report of a question that was asked before. */
export const reportQuestion = (request: ApprovalRequest): ReportedEvent => ({
  ...about({ ...request, at: request.askedAt }, "approval.requested"),
  approvalId: request.id,
  expiresAt: request.expiresAt
})

const about = (
  { at, session, turn, agent, callId, toolName }: Omit<ReportedEvent, "type" | "tool"> & { readonly toolName: string },
  type: WebhookEvent
): ReportedEvent => ({
  type,
  at,
  session: cut(session),
  turn: cut(turn),
  agent: cut(agent),
  callId: cut(callId),
  tool: cut(toolName)
})

/** Returns the id of a message. A question has the same id in each process, so it is reported once. */
export const getMessageId = ({ type, approvalId, session, callId, at }: ReportedEvent): string => {
  const what = approvalId === undefined ? [type, session, callId, at] : [type, approvalId]
  return `msg_${createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 32)}`
}

/**
 * Returns the body of a message. `request` is the question, whose arguments' secrets are removed from its text. The body
 * has no digest of the question: it would let a reader test guesses of a short secret.
 */
export const writeBody = (
  { type, at, approvalId, decision, why, expiresAt, ...ids }: ReportedEvent,
  request: ApprovalRequest | undefined,
  link: string | undefined
): string => {
  const card = request === undefined ? { why } : { summary: request.summary, why: request.why }
  const [shown] = LogRedaction.line(card, "", request === undefined ? [] : [request.args])
  const data = {
    ...(approvalId === undefined ? {} : { approvalId }),
    ...ids,
    ...(request === undefined ? {} : { sideEffects: request.sideEffects, risk: request.risk }),
    ...(decision === undefined ? {} : { decision }),
    ...shown,
    ...(expiresAt === undefined ? {} : { expiresAt: writeTime(expiresAt) }),
    ...(link === undefined ? {} : { link })
  }
  return JSON.stringify({ type, timestamp: writeTime(at), data: escapeMembers(data) })
}

const escapeMembers = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === "string" ? escapeHidden(value) : value])
  )

const writeTime = (ms: number): string => new Date(Math.min(ms, latestTime)).toISOString()

/** The last time that a `Date` can have. */
const latestTime = 8.64e15

/** Copies the beginning of a long text. A slice would keep the whole text in memory. */
const cut = (text: string, most = mostId): string =>
  text.length <= most ? text : `${Buffer.from(text.slice(0, most)).toString()}…`

const mostId = 500
const mostWhy = 4_000
