import { once } from "node:events"
import { createWriteStream } from "node:fs"
import type { IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type WebSocket as ServerSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import type { DispatchContext } from "@toolgate/core"
import { defaultFrameBounds, type SupervisorMessage } from "@toolgate/runner/protocol"
import { onTestFinished } from "vitest"
import type { AttachedSpec, RunnerBounds } from "../src/index.ts"
import { openSupervisor, type SupervisorParts } from "./openSupervisor.ts"

/** The transports between a supervisor and its agents. */
export const transports = ["a pipe", "a WebSocket"] as const

interface SpeakerParts extends SupervisorParts {
  readonly agent?: string
  readonly bounds?: Partial<RunnerBounds>
  readonly defer?: DispatchContext["defer"]
}

/** The agent's side of a connection, in the hands of a test. */
export interface Speaker {
  /** Sends messages, or texts that are none. */
  readonly send: (...messages: ReadonlyArray<object | string>) => void
  /** Returns the next message of the supervisor, or `undefined` at the end. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any message.
  readonly next: () => Promise<any>
  /** Returns the next message with this operation. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any message.
  readonly nextOf: (op: SupervisorMessage["op"]) => Promise<any>
  readonly close: () => void
}

/** Connects an agent to a supervisor over the real gate. */
export const openSpeaker = async (transport: (typeof transports)[number], parts: SpeakerParts = {}) => {
  const supervisor = await openSupervisor(parts)
  const queue = new MessageQueue()
  const { write, close } = await connect[transport](supervisor, parts, queue)
  const next = () => queue.next()
  const nextOf = async (op: SupervisorMessage["op"]) => {
    for (;;) {
      const message = await next()
      if (message === undefined) throw new Error(`The connection ended before a ${op}.`)
      if (message.op === op) return message
    }
  }
  const send = (...messages: ReadonlyArray<object | string>) => {
    for (const message of messages) write(typeof message === "string" ? message : JSON.stringify(message))
  }
  const speaker: Speaker = { send, next, nextOf, close }
  return { ...supervisor, ...speaker }
}

type Opened = Awaited<ReturnType<typeof openSupervisor>>

/** Starts a process that passes on what it reads, from a named pipe to its channel and from there to its output. */
const openPipe = async ({ start, workspace }: Opened, parts: SpeakerParts, queue: MessageQueue) => {
  const { agent = "agent-1", bounds = {}, defer } = parts
  const pipe = join(workspace, "pipe")
  let text = ""
  const { ended } = await start(["/bin/sh", "-c", 'mkfifo "$0"; { cat "$0" >&3; kill $$; } & cat <&3', pipe], {
    agent,
    // It ends when either side does, after it has passed on the last message.
    bounds: { shutdownMs: 600_000, ...bounds },
    ...(defer === undefined ? {} : { defer }),
    onOutput: ({ bytes }) => {
      const lines = (text + Buffer.from(bytes).toString("latin1")).split("\n")
      text = lines.pop() ?? ""
      for (const line of lines) queue.add(JSON.parse(Buffer.from(line, "latin1").toString()))
    }
  })
  void ended.then(() => queue.end())
  // The pipe is there once the first message has passed.
  await queue.hasBegun
  const writing = createWriteStream(pipe)
  writing.on("error", () => {})
  const close = () => void writing.destroy()
  onTestFinished(close)
  return { write: (line: string) => void writing.write(`${line}\n`), close }
}

const openWebSocket = async ({ supervisor, runtime, workspace }: Opened, parts: SpeakerParts, queue: MessageQueue) => {
  const { agent = "agent-1", bounds = {}, defer } = parts
  const server = new WebSocketServer({
    port: 0,
    maxPayload: defaultFrameBounds.frameBytes,
    perMessageDeflate: false,
    autoPong: false
  })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  server.on("connection", (socket: ServerSocket, { socket: connection }: IncomingMessage) => {
    const context: DispatchContext = {
      session: "session",
      turn: "turn",
      principal: { agent, ceiling: { tools: "any" } },
      workspace,
      caller: { kind: "direct" },
      deadline: undefined,
      ...(defer === undefined ? {} : { defer })
    }
    const spec: AttachedSpec = {
      socket,
      connection,
      context,
      narrow: (principal) => principal,
      skills: [],
      around: (_call, dispatch) => dispatch(new AbortController().signal),
      bounds
    }
    runtime.runSync(supervisor.attach(spec))
  })
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  socket.addEventListener("message", ({ data }) => queue.add(JSON.parse(data)))
  socket.addEventListener("close", () => queue.end())
  await once(socket, "open")
  return { write: (text: string) => socket.send(text), close: () => socket.close() }
}

const connect = { "a pipe": openPipe, "a WebSocket": openWebSocket }

/** Messages that have come and were not asked for yet. */
class MessageQueue {
  private readonly messages: Array<unknown> = []
  private readonly begun = Promise.withResolvers<void>()
  private isOver = false
  private wake: () => void = () => {}

  /** Resolves when the first message has come. */
  get hasBegun(): Promise<void> {
    return this.begun.promise
  }

  add(message: unknown): void {
    this.messages.push(message)
    this.begun.resolve()
    this.wake()
  }

  end(): void {
    this.isOver = true
    this.wake()
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any message.
  async next(): Promise<any> {
    while (this.messages.length === 0 && !this.isOver) {
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    return this.messages.shift()
  }
}
