import type { Gated, Json, Refused, ToolOutput } from "@toolgate/core"
import type { Effect } from "effect/Effect"
import type { GuestLimit } from "./endings.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { FrameBounds } from "./frames/FrameDecoder.ts"
import type { ParentFrame } from "./frames/ParentFrame.ts"
import type { HeldGuest } from "./pool/HeldGuest.ts"

/** What a process is told: a frame, and its body in parts. */
export interface Told {
  readonly frame: ParentFrame
  readonly parts: ReadonlyArray<Uint8Array>
}

/** What one call wants of a process: the part of a run that is different for each kind of guest. */
export interface GuestJob {
  readonly guest: HeldGuest
  /** How much memory the script engine is to be ready with, for a script. */
  readonly scriptMemory: number | undefined
  /** What has to happen in the gate first. */
  readonly before: Gated<unknown> | undefined
  /** What the process is sent ahead, so that the guest finds it when it begins. */
  readonly ahead: () => Told | undefined
  /** What the guest begins with. */
  readonly begin: () => Told
  /** What the process may answer with. */
  readonly bounds: FrameBounds
  /** Whether what it prints is its result. */
  readonly printsResult: boolean
  /** How many calls of other tools it may make. */
  readonly calls: number
  /** What the last frame of the process means; `undefined` for a frame that is not of this job. */
  readonly outcome: (frame: ChildFrame) => Outcome | undefined
}

/** How a guest ended that its process told the end of. */
export interface Outcome {
  /** A limit that ended it. Its process is not used again. */
  readonly limit?: GuestLimit
  /** Whether its process cannot be used again for another reason. */
  readonly isSpoilt?: boolean
  readonly error?: Refused
  readonly value?: Json
  /** Bytes of standard error that were dropped. */
  readonly dropped: number
  /** What is left to do, now that the guest has ended well. */
  readonly after?: Effect<{ readonly error: Refused | undefined; readonly modified: ToolOutput["filesModified"] }>
}
