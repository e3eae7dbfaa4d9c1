import type {
  BrokerAnswer,
  BrokeredGuest,
  BrokeredRun,
  BrokerHandles,
  GuestSources,
  PendingApproval,
  Refused,
  RunRecording
} from "@toolgate/core"
import { ChainTrace, computeDigest } from "./ChainTrace.ts"
import { type MakeCall, never, recallUnknownCall } from "./MakeCall.ts"
import { digestAnswer, makeRunStart, Recorded, type RecordedOutcome, type RunEntry } from "./Recorded.ts"
import { makeRun, RunRecord } from "./RunRecord.ts"
import {
  answerPending,
  refuseChangedRun,
  refuseDeniedRun,
  refuseRunHere,
  stopUnrecorded,
  untilPassed,
  type WaitingCall
} from "./runRefusals.ts"
import { Suspension } from "./Suspension.ts"

/**
 * A run that does not block on people. Each call is recorded before it is made, and each answer before the script receives it. If a call is
 * deferred, the run is suspended and reported as pending. Resuming runs the script from the start: recorded calls are answered in their
 * original order and not made again.
 */
export class RecordedRun {
  readonly id: string
  readonly sources: GuestSources
  readonly trace: ChainTrace
  private readonly recorded: Recorded
  private readonly record: RunRecord
  private readonly suspension: Suspension
  private readonly handles: BrokerHandles
  private readonly guest: BrokeredGuest
  /** Checks whether calls that wait for approval can be made here. */
  private readonly looks: Array<Promise<unknown>> = []
  /** Whether the run stays suspended, because it cannot continue in this gate. */
  private waitsAsBefore = false

  constructor(recording: RunRecording, run: BrokeredRun, handles: BrokerHandles, guest: BrokeredGuest) {
    const resumed = recording.resume()
    const own = makeRunStart(run.engine)
    const recorded = new Recorded(resumed, own)
    const { clock, random, key } = recorded.beginning
    this.sources = { clock, random }
    this.trace = new ChainTrace(key, recorded.calls)
    this.recorded = recorded
    this.record = new RunRecord(recording, resumed ?? makeRun(recording, run, own), {
      isBegun: resumed !== undefined,
      asked: recorded.waits.values()
    })
    this.id = this.record.id
    this.suspension = new Suspension(guest, (waiting) =>
      this.suspend(waiting).catch((cause) => this.stop(stopUnrecorded(cause)))
    )
    this.handles = handles
    this.guest = guest
  }

  /** Delivers the recorded answers. Called once, when the script starts. */
  async replay(): Promise<void> {
    const { differs } = this.recorded
    if (differs !== undefined) {
      this.stop(refuseChangedRun(differs))
      return
    }
    const missed = await this.recorded.replay(this.guest)
    if (missed !== undefined) this.stop(refuseChangedRun(`it does not make its call ${missed.index + 1} any more`))
  }

  /** Answers a call. A call after the end of the run gets no answer. */
  async answer(call: MakeCall): Promise<BrokerAnswer> {
    if (this.isClosed) return never
    const intent = this.recorded.intents[call.index]
    const answered = intent === undefined ? this.live(call, true) : this.again(call, intent)
    return answered.catch((cause) => this.stop(stopUnrecorded(cause)))
  }

  /** Whether no more calls are made. */
  get isClosed(): boolean {
    return this.suspension.isStopped
  }

  /** Closes the record, unless the run will continue. */
  async ended(pending: PendingApproval | undefined): Promise<void> {
    this.suspension.stop()
    await this.record.leave(pending !== undefined ? "pending" : this.waitsAsBefore ? "as before" : "over")
  }

  /** Makes a call and records it: before it starts, if it is new or approved by now, and when it ends. */
  private async live(call: MakeCall, isNew: boolean, approval?: string): Promise<BrokerAnswer> {
    const { index, tool, argsText } = call
    // Counted immediately, because the script is idle while the call waits for its turn.
    this.suspension.callBegins()
    try {
      await this.recorded.allAnswered
      // If one call cannot be made, no others are.
      await Promise.all(this.looks)
      if (this.isClosed) return never
      if (isNew || approval !== undefined)
        await this.record.append({ kind: "intent", index, tool, digest: this.digest(argsText) })
      if (this.isClosed) return never
      const { answer, outcome, pending } = await call.make(approval)
      if (pending !== undefined) {
        const { approvalId, expiresAt } = pending
        this.suspension.waitFor({ index, tool, approvalId, expiresAt })
        await this.record.append({ kind: "waits", index, approval: approvalId }, { approvals: [approvalId], expiresAt })
        return never
      }
      await this.record.append({
        kind: "outcome",
        index,
        ...(outcome === undefined ? { seen: digestAnswer(answer) } : { answer, outcome })
      })
      return this.suspension.isSilent ? never : answer
    } finally {
      this.suspension.callEnds()
    }
  }

  /** Answers a recorded call. */
  private async again(call: MakeCall, intent: RunEntry & { kind: "intent" }): Promise<BrokerAnswer> {
    const { index, tool, argsText, traced } = call
    if (intent.tool !== tool || intent.digest !== this.digest(argsText))
      return this.stop(refuseChangedRun(`its call ${index + 1} is a different one than before`))
    const recorded = this.recorded.outcomes.get(index)
    if (recorded !== undefined) return this.replayed(call, recorded)
    const approval = this.recorded.waits.get(index)
    if (approval !== undefined) {
      traced?.note({ status: "pending" })
      const look = this.stopsAt(call, "waits for an approval")
      this.looks.push(look)
      return (await look) ? never : this.live(call, false, approval)
    }
    if (traced === undefined) return this.live(call, false)
    return this.live({ ...call, make: async () => recallUnknownCall(tool, traced) }, false)
  }

  /** Delivers a recorded answer after all earlier ones. */
  private async replayed(call: MakeCall, recorded: RecordedOutcome): Promise<BrokerAnswer> {
    this.recorded.asks(recorded)
    if (recorded.outcome !== undefined) call.traced?.note(recorded.outcome)
    // A refusal is an answer that the script already received, so the run continues.
    const wasMade = call.traced !== undefined && recorded.outcome?.executed !== "no"
    if (wasMade && (await this.stopsAt(call, "was made"))) return never
    const answer = recorded.answer ?? (await call.make()).answer
    if (recorded.answer === undefined && recorded.seen !== digestAnswer(answer))
      return this.stop(refuseChangedRun("an artifact that it read has changed"))
    await this.recorded.turn(recorded)
    return this.suspension.isSilent ? never : answer
  }

  /**
   * Judges a recorded call again. Stops the run and returns true if the gate cannot take the call now or denies a call that was made. The
   * script receives decisions about waiting calls.
   */
  private async stopsAt(call: MakeCall, became: "was made" | "waits for an approval"): Promise<boolean> {
    const { id, index, tool, argsText, traced } = call
    const denied = await this.handles.denied({ id, tool, argsText }, traced?.index ?? index)
    const until = denied && untilPassed.get(denied.why)
    // A call that was made is already counted.
    if (denied === undefined || denied.why === "QuotaExceeded") return false
    if (until === undefined && became !== "was made") return false
    if (this.isClosed) return true
    this.waitsAsBefore = until !== undefined
    this.stop(until === undefined ? refuseDeniedRun(index, tool, denied) : refuseRunHere(index, became, denied, until))
    return true
  }

  private async suspend(waiting: ReadonlyArray<WaitingCall>): Promise<void> {
    const approvals = waiting.map(({ approvalId }) => approvalId)
    await this.record.suspend({ approvals, expiresAt: Math.max(...waiting.map(({ expiresAt }) => expiresAt)) })
    this.handles.end(answerPending(waiting))
  }

  private stop(reason: Refused): Promise<never> {
    this.suspension.stop()
    this.handles.end(reason)
    return never
  }

  private digest(argsText: string): string {
    return computeDigest(this.recorded.beginning.key, argsText)
  }
}
