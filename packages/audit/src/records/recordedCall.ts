import type { Args, DispatchContext, Json, Principal } from "@toolgate/core"
import type { RecordedPrincipal } from "../AuditRecord.ts"
import type { CallRedaction, Room } from "../redaction/CallRedaction.ts"
import type { DigestKey } from "../redaction/DigestKey.ts"

/** Everything about one call that several of its records say. */
export interface AboutCall {
  readonly tool: string
  readonly tool_call_id: string
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly role?: string
  readonly task?: string
}

const mostDelegations = 16

export const aboutCall = (
  redaction: CallRedaction,
  tool: string,
  callId: string,
  { session, turn, principal }: DispatchContext
): AboutCall => ({
  tool: redaction.line(tool),
  tool_call_id: redaction.line(callId),
  session: redaction.line(session),
  turn: redaction.line(turn),
  ...recordedPrincipal(redaction, principal)
})

/** Whom a call is made for, and which call makes it. */
export const madeBy = (redaction: CallRedaction, { principal, caller }: DispatchContext) => ({
  ...(principal.parent === undefined ? undefined : { delegated_by: delegations(redaction, principal.parent) }),
  ...(caller.kind === "direct"
    ? undefined
    : {
        caller: { chain: redaction.line(caller.chain), parent: redaction.line(caller.parent), index: caller.index }
      })
})

/** Arguments without their secrets, and the digest of all of them where not all are shown. */
export const recordedArgs = (redaction: CallRedaction, key: DigestKey, args: Args | undefined, room: Room) => {
  if (args === undefined) return undefined
  const shown: Json = redaction.value(args, room)
  if (room.values > 0 && room.characters > 0) return { args: shown }
  return { args: shown, args_digest: key.digest(JSON.stringify(args)) }
}

const delegations = (redaction: CallRedaction, first: Principal): ReadonlyArray<RecordedPrincipal> => {
  const chain: Array<RecordedPrincipal> = []
  for (let one: Principal | undefined = first; one !== undefined && chain.length < mostDelegations; one = one.parent)
    chain.push(recordedPrincipal(redaction, one))
  return chain
}

const recordedPrincipal = (redaction: CallRedaction, { agent, role, task }: Principal): RecordedPrincipal => ({
  agent: redaction.line(agent),
  ...(role === undefined ? undefined : { role: redaction.line(role) }),
  ...(task === undefined ? undefined : { task: redaction.line(task) })
})
