import type { ServerResponse } from "node:http"
import type { ToolEvent } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { StillValid } from "../access/Access.ts"
import { EventRing } from "./EventRing.ts"
import { formatEvent, formatLoss } from "./formatEvent.ts"

/** The events that a listener wants. */
export interface Listening {
  /** Whether the listener may see an event and asked for it. */
  readonly wants: (event: ToolEvent) => boolean
  /** The id of the last event that the listener has seen. Default: it starts with the next event. */
  readonly lastId?: string | undefined
  /** Whether the listener may still listen. */
  readonly isStillValid: StillValid
  /** The end of the listener's token. No event is written after it. */
  readonly expiresAt?: number | undefined
}

/** The event streams of a server. Each event is formatted once for all listeners. */
export class EventStreams {
  private readonly ring: EventRing<StreamedEvent>
  private readonly listeners = new Set<Listener>()
  /** The beginning of every id. Numbers of an earlier server are told apart by it. */
  private readonly start = Date.now().toString(36)
  private readonly bounds: StreamBounds
  private timer: ReturnType<typeof setInterval> | undefined = undefined

  constructor(bounds: Partial<StreamBounds> = {}) {
    this.bounds = { ...usualBounds, ...bounds }
    this.ring = new EventRing(this.bounds.kept)
  }

  /** The number of open streams. */
  get count(): number {
    return this.listeners.size
  }

  publish(event: ToolEvent): void {
    this.ring.add(new StreamedEvent(this.idOf(this.ring.last + 1), event))
    for (const listener of this.listeners) listener.wake()
  }

  /** Writes events to a response until its connection closes. Returns false if there are too many streams. */
  stream(response: ServerResponse, listening: Listening): boolean {
    if (this.listeners.size >= this.bounds.listeners) return false
    const [start, number] = listening.lastId?.split(".") ?? []
    const isKnown = start === this.start && /^\d{1,15}$/.test(number ?? "") && Number(number) <= this.ring.last
    const at = isKnown ? Number(number) : this.ring.last
    response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no"
    })
    // A comment, so that the client knows that it is connected, and an id, so that it misses nothing if it is cut off now.
    response.write(`: connected\nid: ${this.idOf(at)}\n\n`)
    if (listening.lastId !== undefined && !isKnown) response.write(formatLoss(this.idOf(at), undefined))
    const listener = new Listener(this.ring, response, at, listening, (id) => this.idOf(id), this.bounds.patienceMs)
    this.listeners.add(listener)
    this.timer ??= setInterval(() => this.beat(), this.bounds.beatMs).unref()
    response.once("close", () => {
      this.listeners.delete(listener)
      listener.end()
      if (this.listeners.size > 0) return
      clearInterval(this.timer)
      this.timer = undefined
    })
    listener.wake()
    return true
  }

  /** Ends the streams whose listeners may no longer listen. */
  async check(): Promise<void> {
    await Promise.all(
      [...this.listeners].map(async (listener) => {
        // If the store fails, the client comes back and learns it.
        const isValid = await Effect.runPromise(Effect.orElseSucceed(listener.isStillValid, () => false))
        if (!isValid) listener.close()
      })
    )
  }

  /** Ends all streams. */
  close(): void {
    for (const listener of this.listeners) listener.close()
  }

  /** Writes a comment to each listener, because proxies end a silent connection. A token may have expired since. */
  private beat(): void {
    for (const listener of this.listeners) listener.beat()
    void this.check()
  }

  private idOf(number: number): string {
    return `${this.start}.${number}`
  }
}

/** An event, whose text is made when the first listener needs it. */
class StreamedEvent {
  readonly event: ToolEvent
  private readonly id: string
  private made: string | undefined = undefined

  constructor(id: string, event: ToolEvent) {
    this.id = id
    this.event = event
  }

  get text(): string {
    this.made ??= formatEvent(this.id, this.event)
    return this.made
  }
}

class Listener {
  private readonly ring: EventRing<StreamedEvent>
  private readonly response: ServerResponse
  private at: number
  private readonly wants: Listening["wants"]
  readonly isStillValid: StillValid
  private readonly idOf: (number: number) => string
  private readonly patienceMs: number
  private readonly expiresAt: number
  private patience: NodeJS.Timeout | undefined = undefined

  constructor(
    ring: Listener["ring"],
    response: ServerResponse,
    at: number,
    { wants, isStillValid, expiresAt = Number.POSITIVE_INFINITY }: Listening,
    idOf: (number: number) => string,
    patienceMs: number
  ) {
    this.ring = ring
    this.response = response
    this.at = at
    this.wants = wants
    this.isStillValid = isStillValid
    this.idOf = idOf
    this.patienceMs = patienceMs
    this.expiresAt = expiresAt
    response.on("drain", () => {
      this.end()
      this.wake()
    })
  }

  /** Writes what has come, as long as the client keeps up. */
  wake(): void {
    if (Date.now() >= this.expiresAt) this.close()
    else this.write()
  }

  private write(): void {
    while (this.patience === undefined && this.at < this.ring.last) {
      const { lost, events } = this.ring.after(this.at, batch)
      const news = events.filter(({ event }) => this.wants(event.event)).map(({ event }) => event.text)
      this.at += lost + events.length
      if (lost > 0) news.unshift(formatLoss(this.idOf(this.at - events.length), lost))
      if (news.length > 0 && !this.response.write(news.join(""))) this.wait()
    }
  }

  /** Writes a comment, unless the client is slow. */
  beat(): void {
    if (this.patience === undefined && !this.response.write(":\n\n")) this.wait()
  }

  close(): void {
    this.end()
    this.response.end()
  }

  /** Ends the wait for the client. */
  end(): void {
    clearTimeout(this.patience)
    this.patience = undefined
  }

  private wait(): void {
    this.patience = setTimeout(() => this.response.destroy(), this.patienceMs).unref()
  }
}

/** The bounds of the streams of a server. */
export interface StreamBounds {
  /** The events that are kept for listeners that were away or are slow. */
  readonly kept: number
  /** The most streams. */
  readonly listeners: number
  /** The time after which a client that reads nothing is cut, in milliseconds. */
  readonly patienceMs: number
  /** The time between two comments to silent clients, and between two checks of their tokens, in milliseconds. */
  readonly beatMs: number
}

/** The bounds of streams that are not configured. */
export const usualBounds: StreamBounds = { kept: 10_000, listeners: 10_000, patienceMs: 30_000, beatMs: 15_000 }

/** The events that are written at once. */
const batch = 256
