import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client"
import { parseJson } from "@toolgate/core"
import type { RunningProcess } from "@toolgate/processes"
import { defaultFrameBounds, HeldBytes, parseFrame } from "@toolgate/runner-protocol"
import { ServerFault } from "./ServerFault.ts"

/** The events of a transport. */
export interface TransportEvents {
  /** Called with a line that is no message. */
  readonly said: (line: string) => void
  /** Whether a message is an answer by JSON-RPC. */
  readonly isAnswer: (message: unknown) => boolean
  /** Called once, when no more messages come, with the reason if the gate ended the connection. */
  readonly over: (fault: ServerFault | undefined) => void
}

/**
 * The transport of a server that is a process, over its standard input and output: a message per line. The SDK's own would start the
 * process, with variables of ours among its own.
 */
export class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <T extends JSONRPCMessage>(message: T) => void
  // By these two members the SDK knows a process, which may never answer a question of the newer protocol.
  readonly stderr = null
  readonly pid: number
  private readonly process: RunningProcess
  private readonly events: TransportEvents
  private readonly held = new HeldBytes()
  private isOpen = true
  private strayLines = 0

  constructor(process: RunningProcess, events: TransportEvents) {
    this.process = process
    this.pid = process.pid
    this.events = events
  }

  async start(): Promise<void> {
    const { channel } = this.process
    channel.on("data", (bytes: Buffer) => this.take(bytes))
    channel.on("end", () => this.end(undefined))
    channel.on("close", () => this.end(undefined))
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.isOpen) throw new ServerFault({ message: "The connection has ended." })
    const { channel } = this.process
    channel.write(`${JSON.stringify(message)}\n`)
    if (channel.writableLength > mostUnread) this.end(fault("it does not read what it is sent"))
  }

  async close(): Promise<void> {
    this.end(undefined)
  }

  private end(why: ServerFault | undefined): void {
    if (!this.isOpen) return
    this.isOpen = false
    const { channel } = this.process
    // What still comes is for nobody. Unread, it would hold up a process that should end.
    channel.removeAllListeners("data")
    channel.resume()
    channel.end()
    this.events.over(why)
    this.onclose?.()
  }

  private take(bytes: Buffer): void {
    let rest = bytes
    while (this.isOpen) {
      const end = rest.indexOf(lineFeed)
      const piece = end === -1 ? rest : rest.subarray(0, end)
      if (this.held.length + piece.length > bounds.frameBytes) {
        this.end(fault(`a line of its output is longer than ${bounds.frameBytes} bytes`))
      } else if (end === -1) {
        if (piece.length > 0) this.held.add(piece)
        return
      } else {
        this.line(this.whole(piece).trim())
        rest = rest.subarray(end + 1)
      }
    }
  }

  private whole(piece: Uint8Array): string {
    if (this.held.length === 0) return decoder.decode(piece)
    this.held.add(piece)
    return decoder.decode(this.held.take())
  }

  private line(line: string): void {
    if (line === "") return
    // Many servers print a greeting. It is no message, and not half of one either.
    const frame = line.startsWith("{") ? parseFrame(line, bounds, parseJson) : undefined
    if (frame === undefined) this.stray(line)
    else if (typeof frame === "string") this.end(fault(`a line of its output ${frame}`))
    // The SDK does not hear such an answer, and the call that it is for would wait on.
    else if (isForCall(frame) && !this.events.isAnswer(frame)) this.end(fault("it sends an answer that is none"))
    else this.receive(frame as unknown as JSONRPCMessage)
  }

  private receive(message: JSONRPCMessage): void {
    // The SDK handles a notification one microtask late, and would forget the progress that comes just before an answer.
    if ("method" in message) this.onmessage?.(message)
    else queueMicrotask(() => this.onmessage?.(message))
  }

  private stray(line: string): void {
    this.strayLines++
    if (this.strayLines > mostStrayLines) this.end(fault("it writes to its output what are no messages"))
    else this.events.said(line)
  }
}

/** Whether a message without a method names a request, as an answer does. Lines of JSON for a log are no messages. */
const isForCall = (frame: object): boolean =>
  "jsonrpc" in frame && !("method" in frame) && "id" in frame && ["number", "string"].includes(typeof frame.id)

const fault = (because: string): ServerFault =>
  new ServerFault({ message: `Its connection was ended, because ${because}.` })

/**
 * The bounds on a line. A result of 16 MiB of output fits, in Base64 too, and so does a list of tools among which some are nested
 * deeper than a tool may be.
 */
const bounds = { ...defaultFrameBounds, frameBytes: 24 * 1024 * 1024, depth: 1_000, names: 200_000 }

/** The bytes that a server may leave unread. */
const mostUnread = 32 * 1024 * 1024

const mostStrayLines = 1_000

const decoder = new TextDecoder()

const lineFeed = 0x0a
