import type { Args, DecidedBy, DispatchContext, Principal } from "@toolgate/core"
import type { AboutCall, RecordedPrincipal } from "@toolgate/wire"
import type { CallRedaction } from "../redaction/CallRedaction.ts"
import { formatMembers } from "./formatRecord.ts"

const mostDelegations = 16

/** Returns the members that all records of a call share, and the redacted call id, both as JSON. */
export const describeCall = (
  redaction: CallRedaction,
  tool: string,
  callId: string,
  { session, turn, principal, caller }: DispatchContext,
  by: DecidedBy
): { readonly text: string; readonly id: string } => {
  const id = redaction.idAsJson(callId)
  const ofCall = `"tool":${redaction.nameAsJson(tool)},"tool_call_id":${id}`
  const rest = callerMembers(redaction, caller) + digestMembers(redaction, by)
  const { agent, role, task, onBehalfOf } = principal
  const known = knownSessions.get(session)
  const isKnown =
    known?.turn === turn &&
    known.agent === agent &&
    known.role === role &&
    known.task === task &&
    known.on_behalf_of === onBehalfOf
  if (isKnown) return { text: `${ofCall},${known.text}${rest}`, id }
  const plain: SessionMembers = { session, turn, agent, role, task, on_behalf_of: onBehalfOf }
  const shown: SessionMembers = {
    session: redaction.line(session),
    turn: redaction.line(turn),
    ...recordedPrincipal(redaction, principal),
    on_behalf_of: onBehalfOf === undefined ? undefined : redaction.line(onBehalfOf)
  }
  const text = formatMembers(shown)
  // Not cached if the text contains a secret, because each call must then remove that secret from the rest of its
  // record.
  if (text === formatMembers(plain)) {
    if (knownSessions.size >= mostSessions) knownSessions.clear()
    knownSessions.set(session, { ...plain, text })
  }
  return { text: `${ofCall},${text}${rest}`, id }
}

type SessionMembers = Pick<AboutCall, "session" | "turn" | "agent" | "role" | "task" | "on_behalf_of">

/** A cache by session: most calls of a session have the same turn and agent. */
const knownSessions = new Map<string, SessionMembers & { readonly text: string }>()
const mostSessions = 256

/** Returns the members about the caller and its chain, each preceded by a comma. */
const callerMembers = (redaction: CallRedaction, caller: DispatchContext["caller"]): string => {
  const { kind, chain, index } = caller
  if (chain === undefined) return `,"caller_type":"${kind}"`
  const ofChain = `,"caller_type":"${kind}","chain_id":${redaction.idAsJson(chain)},"chain_index":${JSON.stringify(index)}`
  if (kind === "direct") return ofChain
  const { parent, provider } = caller
  const ofProgram = provider === undefined ? "" : `,"caller_provider":${redaction.nameAsJson(provider)}`
  return `${ofChain},"parent_call_id":${redaction.idAsJson(parent)}${ofProgram}`
}

/** Returns the policy and tool digests, each preceded by a comma. */
const digestMembers = (redaction: CallRedaction, { policy, tool }: DecidedBy): string =>
  (policy === undefined ? "" : `,"policy_digest":${redaction.nameAsJson(policy)}`) +
  (tool === undefined ? "" : `,"tool_digest":${redaction.nameAsJson(tool)}`)

/** Returns the member for the delegating agents, followed by a comma. */
export const formatOrigin = (redaction: CallRedaction, { principal }: DispatchContext): string =>
  principal.parent === undefined ? "" : `"delegated_by":${JSON.stringify(delegates(redaction, principal))},`

const delegates = (redaction: CallRedaction, { parent }: Principal): ReadonlyArray<RecordedPrincipal> => {
  const chain: Array<RecordedPrincipal> = []
  for (let one = parent; one !== undefined && chain.length < mostDelegations; one = one.parent)
    chain.push(recordedPrincipal(redaction, one))
  return chain
}

/**
 * Returns the redacted arguments, each member followed by a comma. Adds a digest of all arguments if some were cut or a
 * person edited them.
 */
export const recordArgs = (
  redaction: CallRedaction,
  args: Args | undefined,
  share: number,
  wereEdited = false
): string => {
  if (args === undefined) return ""
  const room = { values: 1000 * share, characters: 24 * 1024 * share }
  const shown = `"args":${JSON.stringify(redaction.value(args, room))},`
  const isWhole = room.values > 0 && room.characters > 0
  return isWhole && !wereEdited ? shown : `${shown}"args_digest":"${redaction.digestOfAll(args)}",`
}

const recordedPrincipal = (redaction: CallRedaction, { agent, role, task }: Principal): RecordedPrincipal => ({
  agent: redaction.line(agent),
  role: role === undefined ? undefined : redaction.line(role),
  task: task === undefined ? undefined : redaction.line(task)
})
