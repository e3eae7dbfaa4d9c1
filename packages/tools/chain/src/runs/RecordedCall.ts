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

/** The parts of a gate that record the runs of its scripts. */
export interface ScriptRunParts {
  readonly runs: ChainRuns["Service"]
  /** Withdraws the questions of a script that has ended. Absent: they stay open until they expire. */
  readonly approvals: Pick<Approvals["Service"], "withdraw"> | undefined
}

/**
 * A call whose script is recorded. If it goes on with an earlier run, it holds that run until the broker of the script has it, or the
 * call ends.
 */
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

  /** `equal`: the digest by which a later call goes on with the run of this one, if one may. */
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

  /** Says of a run that did not go on that its effects are not known: only the broker of its script could read them. */
  explainFailure(answer: ToolExecution): ToolExecution {
    const { error } = answer
    if (this.hasGoneOn || error === undefined) return answer
    const message = `The script was suspended, and did not go on. What it has done stays done. ${error.message}`
    const executed = this.run?.entries.length === 0 ? "no" : "unknown"
    return { ...answer, executed, error: { ...error, message }, output: nothing, enforced: undefined }
  }
}

const nothing: ToolOutput = Object.freeze({ content: [], success: false, metadata: {} })
