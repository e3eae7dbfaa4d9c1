import type { ServerEvent } from "../api/ToolEvent.ts"

/** Selects the events of a stream. Default: all that the token may see. */
export interface EventQuery {
  readonly session?: string
  readonly agent?: string
  readonly types?: ReadonlyArray<ServerEvent["type"]>
}

/** The options of an event stream. */
export interface EventOptions {
  /** Ends the stream. */
  readonly signal?: AbortSignal
  /** The `id` of an event, after which the stream begins. Default: it begins now. */
  readonly lastEventId?: string
}

/**
 * Opens a stream of events. When the promise resolves, the stream has begun, so that no later event is missed. After a
 * cut, the stream goes on after the last event that it returned. It ends with its signal.
 */
export type OpenEvents = (query?: EventQuery, options?: EventOptions) => Promise<AsyncIterable<ServerEvent>>
