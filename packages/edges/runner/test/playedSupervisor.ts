import { type ChildProcess, spawn } from "node:child_process"
import { on, once } from "node:events"
import type { AddressInfo } from "node:net"
import type { Duplex, Readable, Writable } from "node:stream"
import { text } from "node:stream/consumers"
import { type WebSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import {
  defaultFrameBounds,
  FrameDecoder,
  FrameReader,
  type HelloMessage,
  type RunnerMessage,
  readRunnerMessage
} from "../src/protocol.ts"

export const hello: HelloMessage = {
  op: "hello",
  version: 1,
  agent: "coder",
  session: "s1",
  workspace: "/ws",
  tools: [
    { name: "Read", description: "Reads a file.", parameters: { type: "object" }, side_effects: "READ" },
    { name: "Echo", description: "Says it again.", parameters: {}, side_effects: "NONE" }
  ],
  max_frame_bytes: 256 * 1024,
  max_calls_in_flight: 64
}

/** The ways to give a program its channel. */
export const channelKinds = ["3", "stdio", "WebSocket"] as const

export type ChannelKind = (typeof channelKinds)[number]

/** The supervisor's end of a channel. */
interface ChannelEnd {
  readonly frames: AsyncGenerator<RunnerMessage, undefined>
  /** Sends a text that may hold a part of a message, or several. */
  readonly write: (text: string) => void
  readonly hangUp: () => void
}

/** A program with a channel, and a test in the role of its supervisor. */
export class PlayedSupervisor {
  private readonly child: ChildProcess
  private readonly channel: ChannelEnd
  /** The report of the program when it ends: JSON on a stream that is not the channel. */
  readonly report: Promise<unknown>
  readonly exit: Promise<unknown>

  constructor(command: ReadonlyArray<string>, kind: ChannelKind) {
    const [program = "", ...args] = command
    const server = kind === "WebSocket" ? listenForSocket() : undefined
    const child = spawn(program, args, {
      stdio: kind === "3" ? ["ignore", "pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...(server === undefined ? { TOOLGATE_CHANNEL: kind } : { TOOLGATE_URL: server.url }) }
    })
    const [stdin, stdout, stderr, socket] = child.stdio
    this.child = child
    this.channel =
      server?.channel ??
      (kind === "3" ? openPipe(socket as Duplex, socket as Duplex) : openPipe(stdout as Readable, stdin as Writable))
    this.exit = once(child, "close").then(([status, signal]) => status ?? signal)
    void this.exit.then(server?.close)
    const reported = text((kind === "stdio" ? stderr : stdout) as Readable)
    this.report = reported.then((json) => (json === "" ? undefined : JSON.parse(json)))
  }

  /** Sends messages, or texts that are not messages. */
  say(...said: ReadonlyArray<object | string>) {
    this.channel.write(said.map((one) => (typeof one === "string" ? one : `${JSON.stringify(one)}\n`)).join(""))
  }

  /** Returns the next message of the program, or `undefined` when it has closed its side. */
  async heard(): Promise<RunnerMessage | undefined> {
    return (await this.channel.frames.next()).value
  }

  async heardCall() {
    const message = await this.heard()
    if (message?.op !== "tool_call") throw new Error(`It did not call, but said ${JSON.stringify(message)}`)
    return message
  }

  answer({ tool_call_id }: { readonly tool_call_id: string }, result: object) {
    this.say({ op: "tool_response", tool_call_id, ok: true, result })
  }

  hangUp() {
    this.channel.hangUp()
  }

  kill() {
    this.child.kill("SIGKILL")
  }

  /** Interrupts the program, as Ctrl+C does. */
  interrupt() {
    this.child.kill("SIGINT")
  }
}

const openPipe = (input: Readable, output: Writable): ChannelEnd => {
  // A program that is gone does not read the last messages.
  output.on("error", () => {})
  return {
    frames: readPipe(input),
    write: (text) => output.write(text),
    hangUp: () => {
      output.end()
      input.destroy()
    }
  }
}

async function* readPipe(input: Readable): AsyncGenerator<RunnerMessage, undefined> {
  const decoder = new FrameDecoder()
  // A test may hang up while it reads.
  for await (const chunk of input.iterator({ destroyOnReturn: false }))
    for (const frame of decoder.push(chunk)) yield readMessage(frame, decoder.frames)
  return undefined
}

/** Listens for one WebSocket. What is written before it comes is sent when it is open. */
const listenForSocket = () => {
  const server = new WebSocketServer({ port: 0, maxPayload: defaultFrameBounds.frameBytes, perMessageDeflate: false })
  const { port } = server.address() as AddressInfo
  const opened = once(server, "connection").then(([socket]) => socket as WebSocket)
  const messages = opened.then((socket) => on(socket, "message", { close: ["close"] }))
  // Messages have to be kept from the beginning on.
  void messages
  let part = ""
  const write = (text: string) => {
    const lines = (part + text).split("\n")
    part = lines.pop() ?? ""
    void opened.then((socket) => {
      for (const line of lines) socket.send(line)
    })
  }
  return {
    url: `http://127.0.0.1:${port}`,
    channel: { frames: readSocket(messages), write, hangUp: () => void opened.then((socket) => socket.close()) },
    close: () => server.close()
  }
}

async function* readSocket(
  messages: Promise<AsyncIterable<ReadonlyArray<unknown>>>
): AsyncGenerator<RunnerMessage, undefined> {
  const reader = new FrameReader(defaultFrameBounds)
  for await (const [data, isBinary] of await messages) {
    if (isBinary === true) throw new Error("It sent a binary message.")
    const frame = reader.read(`${data}`)
    if (frame !== undefined) yield readMessage(frame, reader.frames)
  }
  return undefined
}

const readMessage = (frame: Record<string, unknown>, number: number): RunnerMessage => {
  const message = readRunnerMessage(frame, number)
  if (message.op === "refused") throw new Error(message.why)
  return message
}
