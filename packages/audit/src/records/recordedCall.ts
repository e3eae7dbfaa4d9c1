import type { Args, DispatchContext, Json, Principal } from "@toolgate/core"
import type { AboutCall, RecordedCaller, RecordedPrincipal } from "../AuditRecord.ts"
import type { CallRedaction } from "../redaction/CallRedaction.ts"

const mostDelegations = 16

/** What every record about a call says of it. */
export const aboutCall = (
  redaction: CallRedaction,
  tool: string,
  callId: string,
  { session, turn, principal }: DispatchContext
): AboutCall => {
  const { agent, role, task } = recordedPrincipal(redaction, principal)
  return {
    tool: redaction.line(tool),
    tool_call_id: redaction.line(callId),
    session: redaction.line(session),
    turn: redaction.line(turn),
    agent,
    role,
    task
  }
}

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
