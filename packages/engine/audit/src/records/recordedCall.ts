import type { Args, DispatchContext, Principal } from "@toolgate/core"
import type { AboutCall, RecordedCaller, RecordedPrincipal } from "@toolgate/wire"
import type { CallRedaction } from "../redaction/CallRedaction.ts"
import { membersOf } from "./recordText.ts"

const mostDelegations = 16

/**
 * Returns the members that every record about a call shares, and the call's id as the record shows it, both as JSON.
 */
export const aboutCall = (
  redaction: CallRedaction,
  tool: string,
  callId: string,
  { session, turn, principal }: DispatchContext
): { readonly text: string; readonly id: string } => {
  const id = redaction.idAsJson(callId)
  const ofCall = `"tool":${redaction.nameAsJson(tool)},"tool_call_id":${id}`
  const { agent, role, task } = principal
  const known = knownSessions.get(session)
  if (known?.turn === turn && known.agent === agent && known.role === role && known.task === task)
    return { text: `${ofCall},${known.text}`, id }
  const plain: SessionMembers = { session, turn, agent, role, task }
  const shown: SessionMembers = {
    session: redaction.line(session),
    turn: redaction.line(turn),
    ...recordedPrincipal(redaction, principal)
  }
  const text = membersOf(shown)
  // When the text holds a secret, each call of the session has to look for that secret in the rest of its record, so
  // the text is not cached.
  if (text === membersOf(plain)) {
    if (knownSessions.size >= mostSessions) knownSessions.clear()
    knownSessions.set(session, { ...plain, text })
  }
  return { text: `${ofCall},${text}`, id }
}

type SessionMembers = Omit<AboutCall, "tool" | "tool_call_id">

/** A cache by session, because the calls of a session mostly share their turn and agent. */
const knownSessions = new Map<string, SessionMembers & { readonly text: string }>()
const mostSessions = 256

/**
 * Returns the members that say which call made this one, and who delegated to the agent. Each member has a comma after
 * it.
 */
export const originMembers = (redaction: CallRedaction, { principal, caller }: DispatchContext): string => {
  const delegatedBy =
    principal.parent === undefined ? "" : `"delegated_by":${JSON.stringify(delegates(redaction, principal))},`
  const madeBy = caller.kind === "direct" ? "" : `"caller":${JSON.stringify(callerOf(redaction, caller))},`
  return delegatedBy + madeBy
}

const delegates = (redaction: CallRedaction, { parent }: Principal): ReadonlyArray<RecordedPrincipal> => {
  const chain: Array<RecordedPrincipal> = []
  for (let one = parent; one !== undefined && chain.length < mostDelegations; one = one.parent)
    chain.push(recordedPrincipal(redaction, one))
  return chain
}

const callerOf = (
  redaction: CallRedaction,
  { chain, parent, index }: Exclude<DispatchContext["caller"], { readonly kind: "direct" }>
): RecordedCaller => ({ chain: redaction.line(chain), parent: redaction.line(parent), index })

/**
 * Returns the member for the arguments without their secrets and, when not all of them are shown, the member for a
 * digest of all arguments. Each member has a comma after it.
 */
export const recordedArgs = (redaction: CallRedaction, args: Args | undefined, share: number): string => {
  if (args === undefined) return ""
  const room = { values: 1000 * share, characters: 24 * 1024 * share }
  const shown = `"args":${JSON.stringify(redaction.value(args, room))},`
  const isWhole = room.values > 0 && room.characters > 0
  return isWhole ? shown : `${shown}"args_digest":"${redaction.digestOfAll(args)}",`
}

const recordedPrincipal = (redaction: CallRedaction, { agent, role, task }: Principal): RecordedPrincipal => ({
  agent: redaction.line(agent),
  role: role === undefined ? undefined : redaction.line(role),
  task: task === undefined ? undefined : redaction.line(task)
})
