import { Disconnected } from "./Disconnected.ts"
import { FrameReader } from "./frames.ts"
import { type SupervisorTransport, supervisorBounds, type TransportEvents, writeLength } from "./SupervisorTransport.ts"

/**
 * A transport over a WebSocket, where each frame is a text message. The connection keeps the program alive until it is
 * closed: a WebSocket cannot be idle.
 */
export class WebSocketTransport implements SupervisorTransport {
  private readonly socket: WebSocket
  private readonly reader = new FrameReader(supervisorBounds)
  /** Messages that came before `listen`. */
  private readonly early: Array<unknown> = []
  private why: Disconnected | undefined
  private events: TransportEvents | undefined
  private look: ReturnType<typeof setTimeout> | undefined

  /** `socket`: may not be open yet. */
  constructor(socket: WebSocket) {
    this.socket = socket
    socket.addEventListener("message", ({ data }) => this.receive(data))
    socket.addEventListener("close", ({ code }) => {
      clearTimeout(this.look)
      this.why = new Disconnected(reasons[code] ?? "the supervisor closed it")
      this.events?.ended(this.why)
    })
  }

  listen(events: TransportEvents) {
    this.events = events
    for (const data of this.early.splice(0)) this.receive(data)
    if (this.why !== undefined) events.ended(this.why)
  }

  get isFull(): boolean {
    return this.socket.bufferedAmount > writeLength
  }

  send(line: string) {
    this.socket.send(line.slice(0, -1))
    if (this.isFull) this.lookAgain()
  }

  close() {
    this.socket.close(done)
  }

  ref() {}

  unref() {}

  // A WebSocket does not report that it has room again.
  private lookAgain() {
    this.look ??= setTimeout(() => {
      this.look = undefined
      if (this.isFull) this.lookAgain()
      else this.events?.drained()
    }, lookMs)
  }

  private receive(data: unknown) {
    if (this.events === undefined) {
      this.early.push(data)
      return
    }
    try {
      const frame = typeof data === "string" ? this.reader.read(data) : this.reader.refuse("is not a text message")
      if (frame !== undefined) this.events.frame(frame)
    } catch (cause) {
      this.events.broke(cause, this.reader.frames)
    }
  }
}

/** The code of a connection that is closed because its program is done. */
const done = 1000

/** The reasons that a server gives by a code, as the end of a sentence. */
const reasons: Readonly<Record<number, string>> = {
  1001: "the server is closing",
  1008: "the server no longer accepts its token",
  1013: "the server could not check its token"
}

/** Milliseconds after which a full connection is looked at again. */
const lookMs = 5
