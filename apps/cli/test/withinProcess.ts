import { createReadStream, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { devNull, tmpdir } from "node:os"
import { join } from "node:path"
import { type Readable, Writable } from "node:stream"
import { setFlagsFromString } from "node:v8"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Ended, Surroundings } from "./commandLine.ts"

// The same setting as in bin/toolgate.cjs.
setFlagsFromString("--no-wasm-tier-up")
setFlagsFromString("--no-wasm-dynamic-tiering")

const bundle = "../dist/toolgate.cjs"
const { follow }: typeof import("../src/main.ts") = createRequire(import.meta.url)(bundle)

/**
 * Runs a command of the bundle to its end within this process, because a process for each command takes twenty times as
 * long. The current folder, the environment and the streams are those of the whole process, so that only one command
 * can run at a time.
 */
export const toolgate = (args: ReadonlyArray<string>, { input = "", ...at }: Surroundings = {}): Promise<Ended> =>
  Effect.runPromise(
    turns.withPermits(1)(
      Effect.gen(function* () {
        const [stdout, stderr] = [new Collected(), new Collected()]
        const status = yield* follows(args, { stdin: reading(input), stdout, stderr }, at)
        return { status, stdout: stdout.text(), stderr: stderr.text() }
      })
    )
  )

const turns = Semaphore.makeUnsafe(1)

interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
}

/**
 * Runs a command that serves a client over these streams, until it ends. Other commands can run once the command has answered the
 * client, and have to be over before it ends.
 */
export const serve = (args: ReadonlyArray<string>, streams: Streams, env: NodeJS.ProcessEnv): Promise<number> =>
  Effect.runPromise(follows(args, streams, { env }))

const follows = (args: ReadonlyArray<string>, streams: Streams, at: Omit<Surroundings, "input">) =>
  Effect.scoped(
    Effect.andThen(
      surrounded(streams, at),
      Effect.promise(() => follow(args, process, never))
    )
  )

/** A command is never stopped here, because a signal would stop the whole process. */
const never: Parameters<typeof follow>[2] = {
  signal: new AbortController().signal,
  exitStatus: () => 1,
  beforeTheEnd: () => {},
  leaveCtrlC: (run) => run(),
  takeHangUp: () => {}
}

const surrounded = (streams: Streams, { cwd = process.cwd(), env = {} }: Omit<Surroundings, "input">) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = { cwd: process.cwd(), env: { ...process.env }, streams: Object.getOwnPropertyDescriptors(process) }
      process.chdir(cwd)
      Object.assign(process.env, env)
      for (const [name, value] of Object.entries(streams))
        Object.defineProperty(process, name, { value, configurable: true, enumerable: true })
      return before
    }),
    (before) =>
      Effect.sync(() => {
        const { stdin, stdout, stderr } = before.streams
        Object.defineProperties(process, { stdin, stdout, stderr })
        for (const name of Object.keys(env)) if (!(name in before.env)) delete process.env[name]
        Object.assign(process.env, before.env)
        process.chdir(before.cwd)
        streams.stdin.destroy()
      })
  )

/** Opens a file as standard input, as the shell's `<` does. */
const reading = (input: string | Buffer) => {
  if (input.length === 0) return createReadStream("", { fd: openSync(devNull, "r") })
  const folder = mkdtempSync(join(tmpdir(), "toolgate-input-"))
  try {
    const path = join(folder, "input")
    writeFileSync(path, input)
    return createReadStream("", { fd: openSync(path, "r") })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A stream like a pipe that is read to its end. */
class Collected extends Writable {
  // The descriptor is not a file, so that the stream is never taken for the same file as another stream.
  readonly fd = -1
  readonly chunks: Array<Buffer> = []

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.chunks.push(chunk)
    done()
  }

  text() {
    return Buffer.concat(this.chunks).toString("utf8")
  }
}
