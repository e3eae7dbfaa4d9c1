import { createHash, randomBytes, randomInt } from "node:crypto"
import {
  type AwaitedApprovals,
  type BrokerAnswer,
  type BrokeredCall,
  type BrokeredGuest,
  type BrokeredRun,
  type BrokerHandles,
  type GuestSources,
  type PendingApproval,
  type Refused,
  type RunRecording,
  refused,
  type StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { type CallOutcome, ChainTrace, digestOf, type TracedCall } from "./ChainTrace.ts"
import { Recorded, type RunBeginning, type RunEntry, seenIn, unknownOutcome } from "./Recorded.ts"
import { scriptFrame } from "./scriptFrame.ts"

/** The state to which a call has come: an answer for the script, or an approval that it waits for. */
export interface Made {
  readonly answer: BrokerAnswer
  /** Absent for a request to the broker. */
  readonly outcome?: CallOutcome
  readonly pending?: PendingApproval | undefined
}

/** A call of a script, and how it is made. */
export interface MakeCall extends BrokeredCall {
  /** The call in the trace. Absent for a request to the broker. */
  readonly traced: TracedCall | undefined
  readonly make: (approval?: string) => Promise<Made>
}

/**
 * The record of a run that does not wait for a person. Each call is on record before it is made, and its answer before the script has
 * it. If a call is deferred, those in flight beside it end first, and then the run, which is answered as pending. A run that goes on
 * runs the script from its beginning: its calls of then are answered from the record, in the order in which they were answered then,
 * and are not made again.
 */
export class RecordedRun {
  readonly id: string
  readonly sources: GuestSources
  readonly trace: ChainTrace
  private readonly runs: RunRecording["runs"]
  private readonly withdraw: RunRecording["withdraw"]
  private readonly recorded: Recorded
  private readonly handles: BrokerHandles
  private readonly guest: BrokeredGuest
  /** The approvals that the calls of the run have asked for. */
  private readonly asked: Set<string>
  private readonly waiting: Map<number, PendingApproval & { readonly tool: string }> = new Map()
  /** The looks at whether calls that wait for an approval can be made here. */
  private readonly looks: Array<Promise<unknown>> = []
  private readonly begin: () => Promise<void>
  private writing: Promise<void> | undefined
  private inFlight = 0
  /** Whether every call that the script has made is here. */
  private isIdle = false
  /** Whether the script gets no further answer. */
  private isStopping = false
  private isOver = false
  private isSuspending = false
  private isSuspended = false
  /** Whether the run waits as before, because it cannot go on in this gate. */
  private waitsAsBefore = false

  constructor(
    recording: RunRecording,
    { callId, tool, args, idempotencyKey, approval, context, engine }: BrokeredRun,
    handles: BrokerHandles,
    guest: BrokeredGuest
  ) {
    const { runs, defer, equal, withdraw } = recording
    const resumed = recording.resume()
    this.runs = runs
    this.withdraw = withdraw
    this.handles = handles
    this.guest = guest
    this.id = resumed?.id ?? randomBytes(16).toString("hex")
    const own: RunBeginning = {
      version: 1,
      engine,
      frame: frameDigest,
      clock: Date.now(),
      random: randomInt(2 ** 47),
      key: randomBytes(32).toString("hex")
    }
    this.recorded = new Recorded(resumed, own)
    this.asked = new Set(this.recorded.waits.values())
    const { clock, random, key } = this.recorded.beginning
    this.sources = { clock, random }
    this.trace = new ChainTrace(key, this.recorded.calls)
    const call = { id: callId, tool, args, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
    const run = {
      id: this.id,
      call,
      context: { ...context, deadline: undefined, defer },
      first: JSON.stringify(own),
      ...(approval === undefined ? {} : { approval }),
      ...(equal === undefined ? {} : { equal })
    }
    this.begin = () => Effect.runPromise(runs.begin(run))
    this.writing = resumed === undefined ? undefined : Promise.resolve()
  }

  /** Gives the script the answers that are on record. Called once, when the script has begun. */
  async replay(): Promise<void> {
    const { differs } = this.recorded
    if (differs !== undefined) {
      this.stop(cannotGoOn(differs))
      return
    }
    const missed = await this.recorded.replay(this.guest)
    if (missed !== undefined) this.stop(cannotGoOn(`it does not make its call ${missed.index + 1} any more`))
  }

  /** Answers a call. A call to which the run does not get has no answer. */
  async answer(call: MakeCall): Promise<BrokerAnswer> {
    if (this.isClosed) return never
    const intent = this.recorded.intents[call.index]
    const answered = intent === undefined ? this.live(call, true) : this.again(call, intent)
    return answered.catch((cause) => this.stop(lost(cause)))
  }

  /** Whether no call of the script is made any more. */
  get isClosed(): boolean {
    return this.isStopping && !this.isDraining
  }

  /** Ends the record, unless the run is to go on. */
  async ended(pending: PendingApproval | undefined): Promise<void> {
    this.isStopping = true
    this.isOver = true
    if (this.writing === undefined) return
    await this.writing.catch(() => {})
    if (this.isSuspended && pending !== undefined) return
    // The script ended otherwise, while it was being suspended. Whoever has resumed it by now has the run.
    const [first] = this.waiting.values()
    if (this.isSuspended && first !== undefined && !(await this.takeBack(first.approvalId))) return
    await Effect.runPromise(Effect.ignore(this.waitsAsBefore ? this.runs.giveBack(this.id) : this.end))
  }

  /** Forgets the run, and withdraws what nobody has decided, unless another gate has the run by now. */
  private get end(): Effect.Effect<void, StoreUnavailable> {
    const end = this.runs.end(this.id)
    return this.asked.size === 0 ? end : Effect.andThen(end, this.withdraw([...this.asked]))
  }

  private async takeBack(approval: string): Promise<boolean> {
    const taken = await Effect.runPromise(Effect.option(this.runs.take(approval)))
    return taken._tag === "Some" && typeof taken.value === "object" && taken.value.id === this.id
  }

  private async live(call: MakeCall, isNew: boolean, approval?: string): Promise<BrokerAnswer> {
    const { index, tool, argsText } = call
    await this.recorded.allAnswered
    // Where one call cannot be made, no other one is.
    await Promise.all(this.looks)
    if (this.isClosed) return never
    this.inFlight++
    try {
      if (isNew || approval !== undefined)
        await this.append({ kind: "intent", index, tool, digest: this.digest(argsText) })
      if (this.isClosed) return never
      const { answer, outcome, pending } = await call.make(approval)
      if (pending !== undefined) {
        this.waitFor(index, { ...pending, tool })
        const { approvalId, expiresAt } = pending
        await this.append({ kind: "waits", index, approval: approvalId }, { approvals: [approvalId], expiresAt })
        return never
      }
      await this.append({
        kind: "outcome",
        index,
        ...(outcome === undefined ? { seen: seenIn(answer) } : { answer, outcome })
      })
      return this.isStopping ? never : answer
    } finally {
      this.inFlight--
      this.suspendIfDone()
    }
  }

  /** Answers a call that is on record. */
  private async again(call: MakeCall, intent: RunEntry & { kind: "intent" }): Promise<BrokerAnswer> {
    const { index, tool, argsText, traced } = call
    if (intent.tool !== tool || intent.digest !== this.digest(argsText))
      return this.stop(cannotGoOn(`its call ${index + 1} is another one than before`))
    const recorded = this.recorded.outcomes.get(index)
    if (recorded === undefined) {
      const approval = this.recorded.waits.get(index)
      if (approval !== undefined) {
        traced?.note({ status: "pending" })
        const look = this.stopsAt(call, "waits for an approval")
        this.looks.push(look)
        return (await look) ? never : this.live(call, false, approval)
      }
      if (traced === undefined) return this.live(call, false)
      return this.live({ ...call, make: async () => unknownMade(tool, traced) }, false)
    }
    const turn = this.recorded.turn(recorded)
    if (recorded.outcome !== undefined) traced?.note(recorded.outcome)
    // What did not run is no reason to stop: its refusal is what the script heard.
    const wasMade = traced !== undefined && recorded.outcome?.executed !== "no"
    if (wasMade && (await this.stopsAt(call, "was made"))) return never
    const answer = recorded.answer ?? (await call.make()).answer
    if (recorded.answer === undefined && recorded.seen !== seenIn(answer))
      return this.stop(cannotGoOn("an artifact that it read is not what it was"))
    await turn
    return this.isStopping ? never : answer
  }

  /**
   * Judges a call of the record again. Stops the run, and returns true, if the gate cannot take the call now, or denies one that was made.
   * What becomes of one that waits, the script hears.
   */
  private async stopsAt(call: MakeCall, became: "was made" | "waits for an approval"): Promise<boolean> {
    const { id, index, tool, argsText, traced } = call
    const denied = await this.handles.denied({ id, tool, argsText }, traced?.index ?? index)
    const until = denied && passing.get(denied.why)
    // A call that was made counts already.
    if (denied === undefined || denied.why === "QuotaExceeded") return false
    if (until === undefined && became !== "was made") return false
    if (this.isClosed) return true
    this.waitsAsBefore = until !== undefined
    const reason =
      until === undefined
        ? {
            ...denied,
            message: `The script does not go on: its call ${index + 1}, of tool "${tool}", was made and is now denied. ${denied.message}`
          }
        : // The tool that cannot be called is not the one that was called here.
          refused(
            "ToolFailed",
            `The script does not go on here: its call ${index + 1} ${became}. ${denied.message} It waits as before, and can be resumed ${until}.`
          )
    this.stop(reason)
    return true
  }

  /** Notes an approval that a call waits for. From the first one on, the script gets no further answer. */
  private async waitFor(index: number, pending: PendingApproval & { readonly tool: string }): Promise<void> {
    const isFirst = this.waiting.size === 0
    this.isStopping = true
    this.waiting.set(index, pending)
    this.asked.add(pending.approvalId)
    if (!isFirst) return
    // Calls that the script has made may be on their way.
    await this.guest.whenIdle()
    this.isIdle = true
    this.suspendIfDone()
  }

  private suspendIfDone(): void {
    if (this.isDraining && this.isIdle && this.inFlight === 0) this.suspend().catch((cause) => this.stop(lost(cause)))
  }

  private async suspend(): Promise<void> {
    this.isSuspending = true
    const all = [...this.waiting.values()]
    const expiresAt = Math.max(...all.map((one) => one.expiresAt))
    const approvals = all.map(({ approvalId }) => approvalId)
    await this.write(() => Effect.runPromise(this.runs.suspend(this.id, { approvals, expiresAt })))
    this.isSuspended = true
    this.handles.end(pendingRun([...this.waiting]))
  }

  private get isDraining(): boolean {
    return this.waiting.size > 0 && !this.isSuspending && !this.isOver
  }

  private stop(reason: Refused): Promise<never> {
    this.isStopping = true
    this.waiting.clear()
    this.handles.end(reason)
    return never
  }

  private digest(argsText: string): string {
    return digestOf(this.recorded.beginning.key, argsText)
  }

  private append(entry: RunEntry, awaited?: AwaitedApprovals): Promise<void> {
    return this.write(() => Effect.runPromise(this.runs.append(this.id, JSON.stringify(entry), awaited)))
  }

  /** Writes to the record, in the order of calling. */
  private write(change: () => Promise<void>): Promise<void> {
    this.writing ??= this.begin()
    const written = this.writing.then(change)
    this.writing = written
    written.catch(() => {})
    return written
  }
}

/** The refusals that are none of the call itself, and when they have passed. */
const passing: ReadonlyMap<Refused["why"], string> = new Map([
  ["ToolNotFound", "where the tool is"],
  ["ToolQuarantined", "once a person has approved the tool"],
  ["StoreUnavailable", "once the store can be used"],
  ["InternalError", "once the error is mended"]
])

/** The answer to a call that gets none. */
export const never: Promise<never> = new Promise(() => {})

const { before, after } = scriptFrame({ code: "" })
const frameDigest = createHash("sha256").update(before).update("\0").update(after).digest("hex")

const cannotGoOn = (why: string): Refused =>
  refused("ToolFailed", `The script cannot go on: ${why}. What it has done stays done; make a new call for the rest.`)

const lost = (cause: unknown): Refused => {
  const { message = "its record broke" } = cause as Partial<StoreUnavailable>
  return refused("StoreUnavailable", `The script was stopped, because its calls could not be recorded: ${message}`)
}

const unknownMade = (tool: string, traced: TracedCall): Made => {
  const answer = {
    error: `This call of tool "${tool}" may have happened: the gate ended before it knew. Look before you do it again.`,
    members: { status: "error", errorClass: "execution_error", executed: "unknown" }
  }
  const outcome = { tool, ...unknownOutcome }
  traced.note(outcome)
  return { answer, outcome }
}

const pendingRun = (
  waiting: ReadonlyArray<readonly [number, PendingApproval & { readonly tool: string }]>
): Refused => {
  const [[index, { tool, approvalId, expiresAt }]] = waiting as [(typeof waiting)[0]]
  const more = waiting.length > 1 ? ` ${waiting.length - 1} more of its calls wait as well.` : ""
  return {
    ...refused(
      "ApprovalPending",
      `The script waits at its call ${index + 1}, of tool "${tool}", for a person's approval. Once approval "${approvalId}" is given, it can be resumed, and goes on from there.${more}`,
      { approvals: waiting.map(([, one]) => one.approvalId) }
    ),
    pending: { approvalId, expiresAt }
  }
}
