import type { ApprovalRequest, ApprovalState, StoredApproval } from "@toolgate/core"
import { shortName, shortText } from "../text/shortText.ts"
import { visibleText } from "../text/terminalText.ts"

/** Returns the question of an escalation: the first text among its arguments. */
const questionOf = (request: Pick<ApprovalRequest, "kind" | "args"> | undefined): string | undefined =>
  request?.kind === "escalation" ? Object.values(request.args).find((value) => typeof value === "string") : undefined

/** The subject of a request: the question of an escalation, or the files, commands and hosts of its call. */
export type RequestSubject = { readonly question: string } | { readonly about: ReadonlyArray<string> }

export const subjectOf = (request: ApprovalRequest | undefined): RequestSubject => {
  const question = questionOf(request)
  if (question !== undefined) return { question }
  if (request === undefined) return { about: [] }
  if (request.unreadable !== undefined) return { about: [request.unreadable] }
  const [, pointed = ""] = /^It points at:\n((?: {2}.*\n)+)/m.exec(request.summary) ?? []
  return { about: pointed.split("\n").flatMap((line) => (line === "" ? [] : [line.trim()])) }
}

/** Returns a stored approval as JSON shows it. */
export const approvalJson = (approval: StoredApproval, subject?: RequestSubject) => {
  const { id, state, tool, sideEffects, agent, session, askedAt, expiresAt, waits, decision } = approval
  return {
    id,
    state,
    tool,
    side_effects: sideEffects,
    agent,
    session,
    asked_at: timeOf(askedAt),
    expires_at: timeOf(expiresAt),
    waits,
    ...subject,
    decision:
      decision === undefined
        ? null
        : { decision: decision.decision, by: decision.by, from: decision.from, at: timeOf(decision.at) }
  }
}

/** Formats a stored approval as one line: ID, state, agent, tool, deadline and subject. */
export const approvalLine = (approval: StoredApproval, subject: RequestSubject = { about: [] }): string => {
  const { id, state, tool, sideEffects, agent, session, expiresAt } = approval
  const until = state === "open" || state === "approved" || state === "expired" ? `, until ${timeOf(expiresAt)}` : ""
  const asked = subjectText(subject)
  return `${shortName(id)}  ${state.padEnd(longestState)}  ${shortName(tool)} (${sideEffects}) for ${shortName(agent)} in ${shortName(session)}${until}${decidedBy(approval)}${asked}\n`
}

const subjectText = (subject: RequestSubject): string => {
  if ("question" in subject) return `: ${shortText(subject.question, 200)}`
  const { about } = subject
  if (about.length === 0) return ""
  const more = about.length > mostListed ? `; and ${about.length - mostListed} more` : ""
  return `: ${about
    .slice(0, mostListed)
    .map((one) => visibleText(cut(one)))
    .join("; ")}${more}`
}

const mostListed = 3

const cut = (text: string): string => (text.length > 160 ? `${text.slice(0, 159)}…` : text)

/** Describes who decided an approval, with which client and when. Empty if undecided. */
export const decidedBy = ({ decision }: Pick<StoredApproval, "decision">): string =>
  decision === undefined
    ? ""
    : `, ${decision.decision === "approve" ? "approved" : "denied"} by ${shortName(decision.by)} with ${shortName(decision.from)} at ${timeOf(decision.at)}`

/** Formats a time as in audit records. A row that was edited by hand may hold any number. */
export const timeOf = (ms: number): string => {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? "an unknown time" : date.toISOString()
}

const longestState = Math.max(
  ...(
    ["open", "approved", "denied", "expired", "withdrawn", "claimed", "done", "unknown"] satisfies ApprovalState[]
  ).map(({ length }) => length)
)
