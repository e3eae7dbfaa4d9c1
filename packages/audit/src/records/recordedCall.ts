import type { Args, DispatchContext, Json, Principal } from "@toolgate/core"
import type { AboutCall, RecordedCaller, RecordedPrincipal } from "../AuditRecord.ts"
import type { CallRedaction } from "../redaction/CallRedaction.ts"
import { membersOf } from "./recordText.ts"

const mostDelegations = 16

/** What every record about a call says of it, as the members of an object, and its id as it is shown there. */
export const aboutCall = (
  redaction: CallRedaction,
  tool: string,
  callId: string,
  { session, turn, principal }: DispatchContext
): { readonly text: string; readonly shownId: string } => {
  const shownId = redaction.line(callId)
  const ofCall = `"tool":${JSON.stringify(redaction.line(tool))},"tool_call_id":${JSON.stringify(shownId)}`
  const { agent, role, task } = principal
  const known = ofSessions.get(session)
  if (known?.turn === turn && known.agent === agent && known.role === role && known.task === task)
    return { text: `${ofCall},${known.text}`, shownId }
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
  return { text: `${ofCall},${text}`, shownId }
}

type Whose = Omit<AboutCall, "tool" | "tool_call_id">

/** The calls of a session mostly have the same turn and agent. */
const ofSessions = new Map<string, Whose & { readonly text: string }>()
const mostSessions = 256

/** Whom the one that a call is made for was asked by. */
export const delegatedBy = (
  redaction: CallRedaction,
  { parent }: Principal
): ReadonlyArray<RecordedPrincipal> | undefined => {
  if (parent === undefined) return undefined
  const chain: Array<RecordedPrincipal> = []
  for (let one: Principal | undefined = parent; one !== undefined && chain.length < mostDelegations; one = one.parent)
    chain.push(recordedPrincipal(redaction, one))
  return chain
}

export const recordedCaller = (redaction: CallRedaction, { caller }: DispatchContext): RecordedCaller | undefined =>
  caller.kind === "direct"
    ? undefined
    : { chain: redaction.line(caller.chain), parent: redaction.line(caller.parent), index: caller.index }

interface RecordedArgs {
  readonly args: Json | undefined
  readonly args_digest: string | undefined
}

/** Arguments without their secrets, and a digest of all of them where not all members are shown. */
export const recordedArgs = (redaction: CallRedaction, args: Args | undefined, share: number): RecordedArgs => {
  if (args === undefined) return noArgs
  const room = { values: 1000 * share, characters: 24 * 1024 * share }
  const shown = redaction.value(args, room)
  const isWhole = room.values > 0 && room.characters > 0
  return { args: shown, args_digest: isWhole ? undefined : redaction.digestOfAll(args) }
}

const noArgs: RecordedArgs = { args: undefined, args_digest: undefined }

const recordedPrincipal = (redaction: CallRedaction, { agent, role, task }: Principal): RecordedPrincipal => ({
  agent: redaction.line(agent),
  role: role === undefined ? undefined : redaction.line(role),
  task: task === undefined ? undefined : redaction.line(task)
})
