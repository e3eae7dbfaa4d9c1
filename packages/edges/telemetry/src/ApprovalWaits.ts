import type { ToolEvent } from "@toolgate/core"
import type { AnySpan } from "effect/Tracer"

type Asked = Extract<ToolEvent, { readonly type: "tool.confirmation_requested" }>
type Resolved = Extract<ToolEvent, { readonly type: "tool.confirmation_resolved" }>

/** A wait for a person. `endedAt` and `decision` are absent while the question is open. */
export interface ApprovalWait {
  readonly approvalId: string
  readonly kind: Asked["kind"]
  readonly askedAt: number
  readonly expiresAt: number
  endedAt: number | undefined
  decision: Resolved["decision"] | undefined
  /** The span of a deferred call that ended while the question was open. */
  parent: AnySpan | undefined
}

/** The questions of calls. Forgets the oldest ones beyond `most`. */
export class ApprovalWaits {
  private readonly open = new Map<string, ApprovalWait>()
  private readonly ofCalls = new Map<string, Array<ApprovalWait>>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  ask({ session, callId, approvalId, kind, at: askedAt, expiresAt }: Asked): void {
    const asked = { approvalId, kind, askedAt, expiresAt, endedAt: undefined, decision: undefined, parent: undefined }
    const wait: ApprovalWait = asked
    add(this.open, approvalId, wait, this.most)
    const key = keyOf(session, callId)
    const waits = this.ofCalls.get(key)
    if (waits === undefined) add(this.ofCalls, key, [wait], this.most)
    else if (waits.length < mostOfCall) waits.push(wait)
  }

  /** Ends a question. Returns its wait if it was asked here. */
  resolve({ approvalId, at, decision }: Resolved): ApprovalWait | undefined {
    const wait = this.open.get(approvalId)
    if (wait === undefined) return undefined
    this.open.delete(approvalId)
    wait.endedAt = at
    wait.decision = decision
    return wait
  }

  /** Returns the waits of a call that has ended, and forgets them. */
  take(session: string, callId: string): ReadonlyArray<ApprovalWait> {
    const key = keyOf(session, callId)
    const waits = this.ofCalls.get(key)
    if (waits === undefined) return none
    this.ofCalls.delete(key)
    return waits
  }

  /** The number of open questions. Another gate may decide a deferred call, so a question also ends when it expires. */
  countOpen(now: number): number {
    for (const [id, { expiresAt }] of this.open) if (expiresAt <= now) this.open.delete(id)
    return this.open.size
  }
}

const add = <Value>(map: Map<string, Value>, key: string, value: Value, most: number): void => {
  map.set(key, value)
  if (map.size <= most) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}

const keyOf = (session: string, callId: string): string => `${session.length} ${session} ${callId}`

const none: ReadonlyArray<ApprovalWait> = []
const mostOfCall = 64
