import type { Gated, Json, Refused, ToolOutput } from "@toolgate/core"
import type { Effect } from "effect/Effect"
import type { GuestLimit } from "./endings.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { FrameBounds } from "./frames/FrameDecoder.ts"
import type { HeldModule } from "./pool/GuestProcess.ts"

/** What one call wants of a process: the part of a run that is different for each kind of guest. */
export interface GuestJob {
  readonly module: HeldModule | undefined
  /** What has to happen before there is a process for it. */
  readonly before: Gated<unknown> | undefined
  /** What the process is told. */
  readonly frame: () => Buffer
  /** What it may answer with. */
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
  readonly error?: Refused
  readonly value?: Json
  /** Bytes of standard error that were dropped. */
  readonly dropped: number
  /** What is left to do, now that the guest has ended well. */
  readonly after?: Effect<{ readonly error: Refused | undefined; readonly modified: ToolOutput["filesModified"] }>
}
