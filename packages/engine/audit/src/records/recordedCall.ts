import type { Args, DispatchContext, Principal } from "@toolgate/core"
import type { AboutCall, RecordedCaller, RecordedPrincipal } from "@toolgate/wire"
import type { CallRedaction } from "../redaction/CallRedaction.ts"
import { membersOf } from "./recordText.ts"

const mostDelegations = 16

/** What every record about a call says of it, as the members of an object, and its id as it is shown there, as JSON. */
export const aboutCall = (
  redaction: CallRedaction,
  tool: string,
  callId: string,
  { session, turn, principal }: DispatchContext
): { readonly text: string; readonly id: string } => {
  const id = redaction.idAsJson(callId)
  const ofCall = `"tool":${redaction.nameAsJson(tool)},"tool_call_id":${id}`
  const { agent, role, task } = principal
  const known = ofSessions.get(session)
  if (known?.turn === turn && known.agent === agent && known.role === role && known.task === task)
    return { text: `${ofCall},${known.text}`, id }
  const plain: Whose = { session, turn, agent, role, task }
  const shown: Whose = {
    session: redaction.line(session),
    turn: redaction.line(turn),
    ...recordedPrincipal(redaction, principal)
  }
  const text = membersOf(shown)
  // What was found to be a secret is looked for in the rest of each call.
  if (text === membersOf(plain)) {
    if (ofSessions.size >= mostSessions) ofSessions.clear()
    ofSessions.set(session, { ...plain, text })
  }
  return { text: `${ofCall},${text}`, id }
}

type Whose = Omit<AboutCall, "tool" | "tool_call_id">

/** The calls of a session mostly have the same turn and agent. */
const ofSessions = new Map<string, Whose & { readonly text: string }>()
const mostSessions = 256

/** The call that made this one, and whom the agent was asked by: as members of an object, each with a comma after it. */
export const askedBy = (redaction: CallRedaction, { principal, caller }: DispatchContext): string => {
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
 * Arguments without their secrets, and a digest of all of them where not all members are shown: as members of an object, each
 * with a comma after it.
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
