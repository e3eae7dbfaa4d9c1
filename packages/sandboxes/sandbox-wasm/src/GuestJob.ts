import type { BrokeredGuest, BrokerHandles, Gated, Json, Refused, ScriptBroker, ToolOutput } from "@toolgate/core"
import type { Effect } from "effect/Effect"
import type { GuestLimit } from "./endings.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { FrameBounds } from "./frames/FrameDecoder.ts"
import type { ParentFrame } from "./frames/ParentFrame.ts"
import type { CachedGuest } from "./pool/CachedGuest.ts"

/** A message to a process: a frame, and its body in parts. */
export interface ProcessMessage {
  readonly frame: ParentFrame
  readonly parts: ReadonlyArray<Uint8Array>
}

/** The part of a run that differs for each kind of guest. */
export interface GuestJob {
  /** The guest to load into the process in advance. Absent if the guest is part of the `begin` message. */
  readonly guest: CachedGuest | undefined
  /** For a script: the memory size for which to prepare the script engine. */
  readonly scriptMemory: number | undefined
  /** Work of the gate before the guest begins. */
  readonly before: Gated<unknown> | undefined
  /** Returns a message to send in advance, so that the guest's content is there when it begins. */
  readonly ahead: () => ProcessMessage | undefined
  /** Returns the message that starts the guest. */
  readonly begin: (handles: BrokerHandles, guest: BrokeredGuest) => ProcessMessage
  /** Limits on the frames of the process. */
  readonly bounds: FrameBounds
  readonly printsResult: boolean
  /** The limit on the guest's tool calls. */
  readonly calls: number
  /** The limit on the guest's requests to its broker, in addition to its calls. */
  readonly requests: number
  /** The time limit of a guest's call in milliseconds, if shorter than the policy's. */
  readonly callMs: number | undefined
  /** Answers the guest's calls, and the call that runs it. Absent: calls are answered with their results. */
  readonly broker: ScriptBroker | undefined
  /** Returns the outcome for the last frame, or `undefined` for a frame that does not belong to this job. */
  readonly outcome: (frame: ChildFrame) => Outcome | undefined
}

/** The outcome of a guest whose process reported its end. */
export interface Outcome {
  /** The limit that ended the guest. Its process is not reused. */
  readonly limit?: GuestLimit
  /** Whether the process cannot be reused for another reason. */
  readonly isSpoilt?: boolean
  readonly error?: Refused
  readonly value?: Json
  /** Bytes of standard error that were dropped. */
  readonly dropped: number
  /** Work of the gate after the guest has ended normally. */
  readonly after?: Effect<{ readonly error: Refused | undefined; readonly modified: ToolOutput["filesModified"] }>
}
