import type { ServerEvent } from "../api/ToolEvent.ts"
import type { Connection, OpenResponse } from "../connection/Connection.ts"
import type { Operation } from "../connection/Operation.ts"
import { longestPauseMs, pause } from "../connection/pause.ts"
import { getRetryMs, isPassing } from "../connection/planRetry.ts"
import { UnexpectedAnswer } from "../errors/UnexpectedAnswer.ts"
import type { EventOptions, EventQuery, OpenEvents } from "./EventQuery.ts"
import { readEvents } from "./readEvents.ts"

/** Makes the function that opens streams of events. */
export const makeOpenEvents =
  (connection: Connection): OpenEvents =>
  async (query = {}, options = {}) => {
    const stream = new EventStream(connection, query, options)
    return stream.follow(await stream.connect())
  }

class EventStream {
  private readonly connection: Connection
  private readonly query: object
  private readonly signal: AbortSignal
  private lastId: string | undefined
  /** The failures since the latest event. */
  private failures = 0

  constructor(connection: Connection, { types, ...query }: EventQuery, { signal, lastEventId }: EventOptions) {
    this.connection = connection
    this.query = { ...query, type: types?.join(",") }
    this.signal = signal ?? new AbortController().signal
    this.lastId = lastEventId
  }

  async connect(): Promise<OpenResponse> {
    const last = this.lastId === undefined ? {} : { "last-event-id": this.lastId }
    const headers = { accept: "text/event-stream", ...last }
    const open = await this.connection.open(operation, { query: this.query, headers }, { signal: this.signal })
    const { response, close } = open
    if (response.body !== null && response.headers.get("content-type")?.startsWith("text/event-stream") === true)
      return open
    close()
    throw new UnexpectedAnswer(operation, "no", response)
  }

  async *follow(first: OpenResponse): AsyncGenerator<ServerEvent, void> {
    let open: OpenResponse | undefined = first
    while (open !== undefined) {
      yield* this.read(open)
      open = await this.reconnect()
      // The server does not know where a stream without an id was.
      if (open !== undefined && this.lastId === undefined) yield { type: "events.lost" }
    }
  }

  /** Returns the events of a connection until it ends. */
  private async *read(open: OpenResponse): AsyncGenerator<ServerEvent, void> {
    const openedAt = performance.now()
    try {
      for await (const event of readEvents(operation, open)) {
        this.failures = 0
        this.lastId = event.id ?? this.lastId
        yield event
      }
    } catch (error) {
      if (!this.signal.aborted && !isPassing(error)) throw error
    } finally {
      open.close()
    }
    if (performance.now() - openedAt > longestPauseMs) this.failures = 0
  }

  /** Connects again, after a pause that grows with each failure. Returns nothing if the signal aborts. */
  private async reconnect(): Promise<OpenResponse | undefined> {
    let cause: unknown
    while (!this.signal.aborted)
      try {
        await pause(Math.min(longestPauseMs, getRetryMs(cause, this.failures++)), this.signal)
        return await this.connect()
      } catch (error) {
        if (!this.signal.aborted && !isPassing(error)) throw error
        cause = error
      }
    return undefined
  }
}

const operation: Operation = "GET /v1/events"
