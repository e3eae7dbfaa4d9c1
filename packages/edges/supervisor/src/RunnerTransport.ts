/** Receives what comes over a transport. */
export interface TransportEvents {
  /** Parses the text of a frame, and throws like `JSON.parse`. */
  parse(text: string): unknown
  /**
   * Called when bytes have come, with the frames in them. The frames are taken one by one as there is room. An iterator
   * that is not at its end also yields the frames that come later. It throws `BadFrame` for an invalid frame.
   */
  came(bytes: number, frames: Iterator<Record<string, unknown>, void>): void
  /** Called when earlier messages have been written. */
  drained(): void
  /** Called when the runner has closed its side. `isWithin`: whether in the middle of a frame. */
  ended(isWithin: boolean): void
  /** Called when both sides are closed. */
  gone(): void
}

/** The connection beneath a channel: a stream of lines, or a WebSocket whose text messages are the lines. */
export interface RunnerTransport {
  /** The number of the last frame that was read, starting at 1. */
  readonly frames: number
  /** Bytes that were sent and not yet written, because the runner does not read them. */
  readonly unread: number
  readonly isPaused: boolean
  /** Sends an encoded frame. */
  send(line: string): void
  pause(): void
  resume(): void
  /** Discards everything that still comes. Unread, it would block a runner that should end. */
  discard(): void
  /** Closes the sending side after earlier messages. `code`: the reason, for a transport that can report one. */
  end(code?: number): void
  /** Closes both sides at once. */
  destroy(): void
}

/** Opens a transport. No event comes before it returns. */
export type OpenTransport = (events: TransportEvents) => RunnerTransport

/** The codes with which a WebSocket is closed (RFC 6455, section 7.4). */
export const closeCodes = {
  /** The agent or the supervisor is done. */
  done: 1000,
  /** The supervisor is closing. */
  goingAway: 1001,
  /** A text message is no message of the protocol; `protocol_error` says why. */
  protocolError: 1002,
  /** A message is binary. */
  unsupported: 1003,
  /** The agent may no longer be connected. */
  refused: 1008,
  /** The supervisor cannot serve the agent now. */
  tryAgain: 1013
} as const
