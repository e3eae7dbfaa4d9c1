import type { BrokeredGuest, BrokerHandles, Gated, Json, Refused, ScriptBroker, ToolOutput } from "@toolgate/core"
import type { Effect } from "effect/Effect"
import type { GuestLimit } from "./endings.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { FrameBounds } from "./frames/FrameDecoder.ts"
import type { ParentFrame } from "./frames/ParentFrame.ts"
import type { HeldGuest } from "./pool/HeldGuest.ts"

/** A message to a process: a frame, and its body in parts. */
export interface Told {
  readonly frame: ParentFrame
  readonly parts: ReadonlyArray<Uint8Array>
}

/** The part of a run that differs for each kind of guest: what a call needs of a process. */
export interface GuestJob {
  /** The guest that the process has to hold. Absent for one that comes with the message with which it begins. */
  readonly guest: HeldGuest | undefined
  /** The amount of memory for which the script engine should be ready, for a script. */
  readonly scriptMemory: number | undefined
  /** The work that the gate has to do first. */
  readonly before: Gated<unknown> | undefined
  /** Returns the message that is sent ahead, so that the guest finds its content when it begins. */
  readonly ahead: () => Told | undefined
  /** Returns the message with which the guest begins. */
  readonly begin: (handles: BrokerHandles, guest: BrokeredGuest) => Told
  /** The bounds on the answers of the process. */
  readonly bounds: FrameBounds
  /** Whether the guest's output is its result. */
  readonly printsResult: boolean
  /** The number of calls of other tools that the guest may make. */
  readonly calls: number
  /** The number of requests that the guest may make to its broker beside its calls. */
  readonly requests: number
  /** The time that a call of the guest may run, in milliseconds, if that is less than what the policy grants. */
  readonly callMs: number | undefined
  /** Answers the calls of the guest, and the call that runs it. Absent: the calls are answered with results. */
  readonly broker: ScriptBroker | undefined
  /**
   * Returns the outcome that the last frame of the process means, or `undefined` for a frame that does not belong to
   * this job.
   */
  readonly outcome: (frame: ChildFrame) => Outcome | undefined
}

/** The outcome of a guest whose process reported the end. */
export interface Outcome {
  /** The limit that ended the guest. Its process is not used again. */
  readonly limit?: GuestLimit
  /** Whether the process cannot be used again for another reason. */
  readonly isSpoilt?: boolean
  readonly error?: Refused
  readonly value?: Json
  /** The number of bytes of standard error that were dropped. */
  readonly dropped: number
  /** The work that is left now that the guest has ended well. */
  readonly after?: Effect<{ readonly error: Refused | undefined; readonly modified: ToolOutput["filesModified"] }>
}
