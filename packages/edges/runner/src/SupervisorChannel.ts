import { Disconnected } from "./Disconnected.ts"
import { BadFrame, encodeFrame } from "./frames.ts"
import type { RunnerMessage, SupervisorMessage } from "./protocol.ts"
import type { SupervisorTransport } from "./SupervisorTransport.ts"

interface ChannelListener {
  /** Called with each message. A newer supervisor may send messages that this version does not know. */
  readonly message: (message: SupervisorMessage) => void
  /** Called when there is room again after `isFull`. */
  readonly drained: () => void
  /** Called once, after the last message. */
  readonly ended: (why: Disconnected) => void
}

/** The message channel to the supervisor, over any transport. */
export class SupervisorChannel {
  private readonly transport: SupervisorTransport
  private listener: ChannelListener | undefined
  private holders = 0
  private end: Disconnected | undefined

  constructor(transport: SupervisorTransport) {
    this.transport = transport
  }

  /** Starts to read. A later listener replaces an earlier one from the next message on. */
  listen(listener: ChannelListener) {
    const isFirst = this.listener === undefined
    this.listener = listener
    if (!isFirst) return
    this.transport.listen({
      frame: (frame) => {
        // The supervisor is trusted to send valid messages. An invalid frame still closes the channel.
        if (this.end === undefined) this.listener?.message(frame as unknown as SupervisorMessage)
      },
      broke: (cause, frames) => {
        const what = cause instanceof BadFrame ? cause.message : `frame ${frames} is invalid`
        this.close(new Disconnected(`the supervisor's ${what}`, { cause }))
      },
      drained: () => this.listener?.drained(),
      ended: (why) => this.endWith(why)
    })
    if (this.holders === 0) this.transport.unref()
  }

  /** The reason why the channel can no longer send. */
  get disconnected(): Disconnected | undefined {
    return this.end
  }

  /** Keeps the program alive until `release` is called. */
  hold() {
    this.holders += 1
    if (this.holders === 1 && this.end === undefined) this.transport.ref()
  }

  /** Cancels one `hold`. */
  release() {
    this.holders -= 1
    if (this.holders === 0) this.transport.unref()
  }

  /** Whether the supervisor reads too slowly. Messages should then wait for `drained`. */
  get isFull(): boolean {
    return this.transport.isFull
  }

  /** Sends a message, or an encoded message. */
  send(message: RunnerMessage | string) {
    if (this.end === undefined) this.transport.send(typeof message === "string" ? message : encodeFrame(message))
  }

  /** Closes the channel from this side. Earlier messages are still sent. */
  close(why: Disconnected = new Disconnected("this program closed it")) {
    this.endWith(why)
    this.transport.close()
  }

  private endWith(why: Disconnected) {
    if (this.end !== undefined) return
    this.end = why
    this.transport.unref()
    this.listener?.ended(why)
  }
}
