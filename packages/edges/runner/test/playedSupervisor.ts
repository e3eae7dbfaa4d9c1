import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import { text } from "node:stream/consumers"
import { FrameDecoder, type HelloMessage, type RunnerMessage, readRunnerMessage } from "../src/protocol.ts"

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

/** The ways to pass a program its channel. */
export const channelKinds = ["3", "stdio"] as const

type ChannelKind = (typeof channelKinds)[number]

/** A program with a channel, and a test in the role of its supervisor. */
export class PlayedSupervisor {
  private readonly child: ChildProcess
  private readonly input: Readable
  private readonly output: Writable
  private readonly frames: AsyncGenerator<RunnerMessage, undefined>
  /** The report of the program when it ends: JSON on the stream that is not the channel. */
  readonly report: Promise<unknown>
  readonly exit: Promise<unknown>

  constructor(command: ReadonlyArray<string>, kind: ChannelKind) {
    const [program = "", ...args] = command
    const child = spawn(program, args, {
      stdio: kind === "3" ? ["ignore", "pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe"],
      env: { ...process.env, TOOLGATE_CHANNEL: kind }
    })
    const [stdin, stdout, stderr, socket] = child.stdio
    this.child = child
    this.input = (kind === "3" ? socket : stdout) as Readable
    this.output = (kind === "3" ? socket : stdin) as Writable
    // A program that is gone does not read the last messages.
    this.output.on("error", () => {})
    this.frames = messages(this.input)
    this.exit = once(child, "close").then(([status, signal]) => status ?? signal)
    const reported = text((kind === "3" ? stdout : stderr) as Readable)
    this.report = reported.then((json) => (json === "" ? undefined : JSON.parse(json)))
  }

  /** Sends messages, or texts that are not messages. */
  say(...said: ReadonlyArray<object | string>) {
    this.output.write(said.map((one) => (typeof one === "string" ? one : `${JSON.stringify(one)}\n`)).join(""))
  }

  /** Returns the next message of the program, or `undefined` when it has closed its side. */
  async heard(): Promise<RunnerMessage | undefined> {
    return (await this.frames.next()).value
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
    this.output.end()
    this.input.destroy()
  }

  kill() {
    this.child.kill("SIGKILL")
  }

  /** Interrupts the program, as Ctrl+C does. */
  interrupt() {
    this.child.kill("SIGINT")
  }
}

async function* messages(input: Readable): AsyncGenerator<RunnerMessage, undefined> {
  const decoder = new FrameDecoder()
  // A test may hang up while it reads.
  for await (const chunk of input.iterator({ destroyOnReturn: false })) {
    for (const frame of decoder.push(chunk)) {
      const message = readRunnerMessage(frame, decoder.frames)
      if (message.op === "refused") throw new Error(message.why)
      yield message
    }
  }
  return undefined
}
