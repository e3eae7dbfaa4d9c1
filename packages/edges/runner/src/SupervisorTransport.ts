import type { Disconnected } from "./Disconnected.ts"
import type { FrameBounds } from "./frames.ts"

/** Receives what comes over a transport. */
export interface TransportEvents {
  readonly frame: (frame: Record<string, unknown>) => void
  /** Called for a frame that cannot be read. `frames`: the number of the frame, starting at 1. */
  readonly broke: (cause: unknown, frames: number) => void
  /** Called when there is room again after `isFull`. */
  readonly drained: () => void
  readonly ended: (why: Disconnected) => void
}

/** The connection beneath a channel: a stream of lines, or a WebSocket whose text messages are the lines. */
export interface SupervisorTransport {
  /** Starts to read. */
  readonly listen: (events: TransportEvents) => void
  /** Whether the supervisor reads too slowly. */
  readonly isFull: boolean
  /** Sends an encoded frame. */
  readonly send: (line: string) => void
  /** Closes the connection after earlier frames. */
  readonly close: () => void
  /** Keeps the program alive. */
  readonly ref: () => void
  /** No longer keeps the program alive, if the transport can be idle. */
  readonly unref: () => void
}

/**
 * Limits on the supervisor's frames. The supervisor is trusted to limit its tools' output. A frame longer than the
 * longest JavaScript string could not be read.
 */
export const supervisorBounds: FrameBounds = {
  frameBytes: 2 ** 29 - 25,
  depth: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  names: Number.POSITIVE_INFINITY
}

/** Characters that may wait before no more should be sent, approximately. */
export const writeLength = 64 * 1024
