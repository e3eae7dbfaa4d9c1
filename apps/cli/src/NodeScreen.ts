import { fstatSync } from "node:fs"
import type { WriteStream } from "node:tty"
import { styleText } from "node:util"
import * as Effect from "effect/Effect"
import type { Screen, StyledText } from "./Screen.ts"
import { escapeForTerminal } from "./text/escapeForTerminal.ts"

/** The screen of a command, and whether writing to it failed. */
interface Streams {
  readonly screen: Screen["Service"]
  /** Returns the error of writing standard output, if any. A reader that went away, as in `| head`, is not an error. */
  readonly outputFailed: () => NodeJS.ErrnoException | undefined
}

type Stream = WriteStream & { readonly fd: number }

/** Returns the screen of a process. A write completes when the system has taken the text, even if the reader is slow. */
export const createNodeStreams = (stdout: Stream, stderr: Stream): Streams => {
  let failure: NodeJS.ErrnoException | undefined
  // Each write handles its own failure. Without a listener, the stream would also end the process.
  stdout.on("error", () => {})
  stderr.on("error", () => {})
  const noteFailure = (written: Written) =>
    Effect.map(written, (error) => {
      if (error?.code !== "EPIPE") failure ??= error
    })
  const result = (chunk: string | Uint8Array) => noteFailure(write(stdout, chunk))
  // If standard error fails, there is nowhere left to report the failure.
  const notice = (chunk: string | Uint8Array) => Effect.asVoid(write(stderr, chunk))
  return {
    screen: {
      columns: stdout.isTTY ? stdout.columns : undefined,
      isTerminal: { stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
      isOne: areOne(stdout.fd, stderr.fd),
      result,
      notice,
      painted: (pieces, stream = "stderr") => {
        const to = stream === "stdout" ? stdout : stderr
        const written = writeInert(to, pieces.map(paint(showsColors(to))).join(""))
        return stream === "stdout" ? noteFailure(written) : Effect.asVoid(written)
      },
      bytes: (stream, bytes) => (stream === "stdout" ? result : notice)(bytes)
    },
    outputFailed: () => failure
  }
}

const areOne = (first: number, second: number): boolean => {
  try {
    const [one, other] = [fstatSync(first), fstatSync(second)]
    return one.dev === other.dev && one.ino === other.ino
  } catch {
    // The stream was closed before this process began.
    return false
  }
}

/** Whether a stream shows colours. In `hasColors`, FORCE_COLOR overrides NO_COLOR. */
const showsColors = (stream: WriteStream): boolean =>
  stream.isTTY && (process.env.NO_COLOR ?? "") === "" && stream.hasColors()

/** Returns the text of a piece with its colours. Control characters are escaped first, so that only this program sets colours. */
const paint =
  (isColored: boolean) =>
  ({ text, style }: StyledText): string => {
    const inert = escapeForTerminal(text)
    if (!isColored || style === undefined) return inert
    return `${styleText(style, inert.replace(/\n$/, ""), { validateStream: false })}${inert.endsWith("\n") ? "\n" : ""}`
  }

const write = (stream: WriteStream, chunk: string | Uint8Array) =>
  writeInert(stream, stream.isTTY && typeof chunk === "string" ? escapeForTerminal(chunk) : chunk)

/** A write that succeeds with the error of the stream, if there was one. */
type Written = Effect.Effect<NodeJS.ErrnoException | undefined>

const writeInert = (stream: WriteStream, chunk: string | Uint8Array): Written =>
  Effect.callback((resume) => {
    if (chunk.length === 0) return resume(Effect.undefined)
    stream.write(chunk, (error) => resume(Effect.succeed(error ?? undefined)))
  })
