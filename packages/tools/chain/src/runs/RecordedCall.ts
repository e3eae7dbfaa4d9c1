import {
  type Approvals,
  type Args,
  type AttachedApproval,
  type ChainRun,
  type ChainRuns,
  type Deferral,
  type ExtendedCall,
  type ExtensibleCall,
  logOfCall,
  type RunRecording,
  type ToolExecution,
  type ToolOutput
} from "@toolgate/core"
import * as Effect from "effect/Effect"

/** The parts of a gate that record script runs. */
export interface ScriptRunParts {
  readonly runs: ChainRuns["Service"]
  /** Withdraws the questions of an ended script. Absent: they stay open until they expire. */
  readonly approvals: Pick<Approvals["Service"], "withdraw"> | undefined
}

/** A call whose script is recorded. A continued run stays claimed until the script's broker takes it or the call ends. */
export class RecordedCall implements ExtendedCall {
  readonly args: Args | undefined
  readonly approval: AttachedApproval | undefined
  readonly deferral: Deferral | undefined
  readonly goesOn: boolean
  private readonly parts: ScriptRunParts
  private readonly equal: string | undefined
  private readonly run: ChainRun | undefined
  private isHeld: boolean
  private hasGoneOn: boolean

  /** `equal` is the digest that lets a later call continue this one's run. Absent if that is not allowed. */
  constructor(parts: ScriptRunParts, equal: string | undefined, run?: ChainRun) {
    this.parts = parts
    this.equal = equal
    this.run = run
    this.goesOn = run !== undefined
    this.isHeld = run !== undefined
    this.hasGoneOn = run === undefined
    this.args = run?.call.args as Args | undefined
    this.approval = run?.approval
    this.deferral = run && (run.context.defer ?? {})
  }

  recordingFor(call: ExtensibleCall): RunRecording {
    const { runs, approvals } = this.parts
    return {
      runs,
      defer: call.deferral ?? {},
      equal: this.equal,
      resume: () => {
        this.isHeld = false
        this.hasGoneOn = true
        return this.run
      },
      withdraw: (ids) =>
        Effect.catchCause(
          Effect.suspend(() => approvals?.withdraw?.(ids) ?? Effect.void),
          (cause) => {
            const line = "The questions about calls of a script that has ended could not be withdrawn."
            return logOfCall(Effect.logError(line, cause), call.loggedArgs, call.callId, call.context)
          }
        )
    }
  }

  release(): ReturnType<ExtendedCall["release"]> {
    const { isHeld, run } = this
    this.isHeld = false
    return isHeld && run !== undefined ? this.parts.runs.giveBack(run.id) : undefined
  }

  /** Reports unknown effects for a run that did not continue, because only its broker could read them. */
  explainFailure(answer: ToolExecution): ToolExecution {
    const { error } = answer
    if (this.hasGoneOn || error === undefined) return answer
    const message = `The script was suspended, and did not continue. What it has done is not undone. ${error.message}`
    const executed = this.run?.entries.length === 0 ? "no" : "unknown"
    return { ...answer, executed, error: { ...error, message }, output: nothing, enforced: undefined }
  }
}

const nothing: ToolOutput = Object.freeze({ content: [], success: false, metadata: {} })
