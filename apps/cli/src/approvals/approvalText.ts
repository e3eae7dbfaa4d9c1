import { type ApprovalRequest, approvalStates, type FoundQuestion, type StoredApproval } from "@toolgate/core"
import { escapeInvisible } from "../text/escapeForTerminal.ts"
import { formatShortName, formatShortText } from "../text/formatShortText.ts"

/** Returns the question of an escalation: the first text among its arguments. */
const questionOf = (request: Pick<ApprovalRequest, "kind" | "args"> | undefined): string | undefined =>
  request?.kind === "escalation" ? Object.values(request.args).find((value) => typeof value === "string") : undefined

/** The subject of a request: the question of an escalation, or the files, commands and hosts of its call. */
export type RequestSubject = { readonly question: string } | { readonly about: ReadonlyArray<string> }

export const findRequestSubject = (request: ApprovalRequest | undefined): RequestSubject => {
  const question = questionOf(request)
  if (question !== undefined) return { question }
  if (request === undefined) return { about: [] }
  if (request.unreadable !== undefined) return { about: [request.unreadable] }
  const [, pointed = ""] = /^It points at:\n((?: {2}.*\n)+)/m.exec(request.summary) ?? []
  return { about: pointed.split("\n").flatMap((line) => (line === "" ? [] : [line.trim()])) }
}

/** An approval as a line or as JSON shows it. */
export interface ListedApproval extends Pick<StoredApproval, ListedMember> {
  readonly decision?: FoundQuestion["decision"] | undefined
}

type ListedMember = "id" | "state" | "tool" | "sideEffects" | "agent" | "session" | "askedAt" | "expiresAt" | "waits"

export const makeListedApproval = ({ request, state, waits, decision }: FoundQuestion): ListedApproval => {
  const { id, toolName: tool, sideEffects, agent, session, askedAt, expiresAt } = request
  return { id, state, tool, sideEffects, agent, session, askedAt, expiresAt, waits, decision }
}

/** Returns an approval as JSON shows it. */
export const buildApprovalJson = (approval: ListedApproval, subject?: RequestSubject) => {
  const { id, state, tool, sideEffects, agent, session, askedAt, expiresAt, waits, decision } = approval
  return {
    id,
    state,
    tool,
    side_effects: sideEffects,
    agent,
    session,
    asked_at: formatTime(askedAt),
    expires_at: formatTime(expiresAt),
    waits,
    ...subject,
    decision:
      decision === undefined
        ? null
        : { decision: decision.decision, by: decision.by, from: decision.from, at: formatTime(decision.at) }
  }
}

/** Formats an approval as one line: ID, state, agent, tool, deadline and subject. */
export const formatApprovalLine = (approval: ListedApproval, subject: RequestSubject = { about: [] }): string => {
  const { id, state, tool, sideEffects, agent, session, expiresAt } = approval
  const until =
    state === "open" || state === "approved" || state === "expired" ? `, until ${formatTime(expiresAt)}` : ""
  const asked = subjectText(subject)
  return `${formatShortName(id)}  ${state.padEnd(longestState)}  ${formatShortName(tool)} (${sideEffects}) for ${formatShortName(agent)} in ${formatShortName(session)}${until}${describeDecision(approval)}${asked}\n`
}

const subjectText = (subject: RequestSubject): string => {
  if ("question" in subject) return `: ${formatShortText(subject.question, 200)}`
  const { about } = subject
  if (about.length === 0) return ""
  const more = about.length > mostListed ? `; and ${about.length - mostListed} more` : ""
  return `: ${about
    .slice(0, mostListed)
    .map((one) => escapeInvisible(cut(one)))
    .join("; ")}${more}`
}

const mostListed = 3

const cut = (text: string): string => (text.length > 160 ? `${text.slice(0, 159)}…` : text)

/** Names the person who decided an approval, their client and the time. Empty if undecided. */
export const describeDecision = ({ decision }: Pick<ListedApproval, "decision">): string =>
  decision === undefined
    ? ""
    : `, ${decision.decision === "approve" ? "approved" : "denied"} by ${formatShortName(decision.by)} with ${formatShortName(decision.from)} at ${formatTime(decision.at)}`

/** Formats a time as in audit records. A row that was edited by hand may hold any number. */
export const formatTime = (ms: number): string => {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? "an unknown time" : date.toISOString()
}

const longestState = Math.max(...approvalStates.map(({ length }) => length))
