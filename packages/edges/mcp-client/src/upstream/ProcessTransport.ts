import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client"
import { findDuplicateMember, parseJson } from "@toolgate/core/json"
import type { RunningProcess } from "@toolgate/processes"
import { defaultFrameBounds, FrameBuffer, parseFrame } from "@toolgate/runner/protocol"
import { limitLines } from "./limitLines.ts"
import { ServerFault } from "./ServerFault.ts"
import { isForCall, unreadableAnswer } from "./unreadableAnswer.ts"

/** The events of a transport. */
export interface TransportEvents {
  /** Called with a line that is not a message. */
  readonly said: (line: string) => void
  /** Whether a message answers a pending JSON-RPC request. */
  readonly isAnswer: (message: unknown) => boolean
  /** Called once when the connection ends, with a fault if the gate ended it. */
  readonly over: (fault: ServerFault | undefined) => void
}

/**
 * The stdio transport of a server's process: one message per line. The SDK's transport is not used, because it would
 * start the process and pass variables of this process to it.
 */
export class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <T extends JSONRPCMessage>(message: T) => void
  // The SDK recognizes a process by these two members. A process may never answer a request of the newer protocol.
  readonly stderr = null
  readonly pid: number
  private readonly process: RunningProcess
  private readonly events: TransportEvents
  private readonly held = new FrameBuffer()
  private readonly stray: (line: string) => boolean
  private isOpen = true
  private strayLines = 0
  private hasMessage = false

  constructor(process: RunningProcess, events: TransportEvents) {
    this.process = process
    this.pid = process.pid
    this.events = events
    this.stray = limitLines(events.said)
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
    if (channel.writableLength > mostUnread) this.end(fault("it does not read its input"))
  }

  async close(): Promise<void> {
    this.end(undefined)
  }

  private end(why: ServerFault | undefined): void {
    if (!this.isOpen) return
    this.isOpen = false
    const { channel } = this.process
    // Discards the rest of the output. Unread output would block a process that is about to exit.
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
    const frame = line.startsWith("{") ? parseFrame(line, bounds, parseJson) : undefined
    if (frame === undefined) this.passOver(line)
    else if (typeof frame === "string") this.broken(line, frame)
    else if (frame.jsonrpc !== "2.0") this.passOver(line)
    else this.message(frame, findDuplicateMember(frame, line)?.message)
  }

  /**
   * Handles a message. If a member occurs twice, fails the request that the message answers, or sends an error to the
   * server.
   */
  private message(frame: Readonly<Record<string, unknown>>, twice: string | undefined): void {
    if (twice !== undefined) {
      const { id } = frame
      if (isForCall(frame)) this.unreadable(frame.id, `one of its messages is invalid: ${twice}`)
      else if (typeof id === "string" || typeof id === "number") {
        const error = { code: invalidRequest, message: `The request cannot be read: ${twice}.` }
        this.send({ jsonrpc: "2.0", id, error }).catch(() => {})
      } else this.events.said(`One of its messages was ignored, because it is invalid: ${twice}.`)
    }
    // The SDK ignores such an answer, and its call would wait for ever.
    else if (isForCall(frame) && !this.events.isAnswer(frame)) this.unreadable(frame.id, "it sent an invalid answer")
    else {
      this.hasMessage = true
      this.receive(frame as unknown as JSONRPCMessage)
    }
  }

  private receive(message: JSONRPCMessage): void {
    // The SDK handles notifications one microtask late, and would lose progress that comes just before an answer.
    if ("method" in message) this.onmessage?.(message)
    else queueMicrotask(() => this.onmessage?.(message))
  }

  /**
   * Handles a line that looks like an object but is not valid JSON: log output, such as a Python dictionary, or a
   * damaged message.
   */
  private broken(line: string, problem: string): void {
    const isMessage = /^\{\s*"(?:jsonrpc|id|result|error)"\s*:/.test(line) && line.includes('"jsonrpc"')
    const why = `a line of its output ${problem}`
    const [, id] = (isMessage && answerId.exec(line)) || []
    if (id !== undefined) this.unreadable(JSON.parse(id), why)
    // The line may be the answer to any pending call, so the connection ends.
    else if (isMessage && !line.includes('"method"')) this.end(fault(why))
    else this.passOver(line)
  }

  /** Fails the request whose answer cannot be read. Other requests go on. */
  private unreadable(id: unknown, because: string): void {
    this.events.said(`One of its answers was lost, because ${because}.`)
    this.receive({ jsonrpc: "2.0", id: id as number, error: { code: unreadableAnswer, message: because } })
  }

  /** Skips a line that is not a message, because many servers log to standard output. Shows the first such lines. */
  private passOver(line: string): void {
    this.stray(line)
    // A program that only prints other lines is not an MCP server.
    if (!this.hasMessage && ++this.strayLines > mostStrayLines)
      this.end(fault("its output does not consist of messages"))
  }
}

/** Matches the id of an answer in a line that cannot be parsed. */
const answerId = /^\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*,\s*"(?!method")/

const fault = (because: string): ServerFault =>
  new ServerFault({ message: `Its connection was ended, because ${because}.` })

/**
 * The limits of one line. They fit a result of 16 MiB in Base64, and a list with tools that are nested too deeply to
 * register.
 */
const bounds = { ...defaultFrameBounds, frameBytes: 24 * 1024 * 1024, depth: 1_000, names: 200_000 }

/** The JSON-RPC code for an invalid request. */
const invalidRequest = -32_600

/** The bytes that a server may leave unread. */
const mostUnread = 32 * 1024 * 1024

/** The stray lines allowed before the first message. */
const mostStrayLines = 1_000

const decoder = new TextDecoder()

const lineFeed = 0x0a
