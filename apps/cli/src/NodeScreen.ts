import { fstatSync } from "node:fs"
import type { WriteStream } from "node:tty"
import { styleText } from "node:util"
import * as Effect from "effect/Effect"
import type { Piece, Screen } from "./Screen.ts"
import { terminalText } from "./terminalText.ts"

/** What a command answers on, and what became of it. */
interface Streams {
  readonly screen: Screen["Service"]
  /** Why standard output could not be written, if it could not. A reader that went away, as in `| head`, is no reason. */
  readonly outputFailed: () => NodeJS.ErrnoException | undefined
}

type Stream = WriteStream & { readonly fd: number }

/** The screen of a process. A write ends when the system has taken it, however slow the reader is. */
export const nodeStreams = (stdout: Stream, stderr: Stream): Streams => {
  let failure: NodeJS.ErrnoException | undefined
  // Each write learns of its own failure; without a listener the stream would end the process as well.
  stdout.on("error", () => {})
  stderr.on("error", () => {})
  const result = (chunk: string | Uint8Array) =>
    Effect.map(write(stdout, chunk), (error) => {
      if (error?.code !== "EPIPE") failure ??= error
    })
  // There is nowhere left to say that this failed.
  const notice = (chunk: string | Uint8Array) => Effect.asVoid(write(stderr, chunk))
  return {
    screen: {
      columns: stdout.isTTY ? stdout.columns : undefined,
      isTerminal: { stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
      isOne: areOne(stdout.fd, stderr.fd),
      result,
      notice,
      painted: (pieces) => Effect.asVoid(writeInert(stderr, pieces.map(paint(showsColors(stderr))).join(""))),
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
    // A stream that was closed before this process began.
    return false
  }
}

/** Whether colours are wanted there: `hasColors` knows the terminal, and lets FORCE_COLOR overrule NO_COLOR. */
const showsColors = (stream: WriteStream): boolean =>
  stream.isTTY && (process.env.NO_COLOR ?? "") === "" && stream.hasColors()

/** Every text is made inert before it is coloured, so that the colours are ours alone. */
const paint =
  (isColored: boolean) =>
  ({ text, style }: Piece): string => {
    const inert = terminalText(text)
    if (!isColored || style === undefined) return inert
    return `${styleText(style, inert.replace(/\n$/, ""), { validateStream: false })}${inert.endsWith("\n") ? "\n" : ""}`
  }

const write = (stream: WriteStream, chunk: string | Uint8Array) =>
  writeInert(stream, stream.isTTY && typeof chunk === "string" ? terminalText(chunk) : chunk)

const writeInert = (
  stream: WriteStream,
  chunk: string | Uint8Array
): Effect.Effect<NodeJS.ErrnoException | undefined> =>
  Effect.callback((resume) => {
    if (chunk.length === 0) return resume(Effect.undefined)
    stream.write(chunk, (error) => resume(Effect.succeed(error ?? undefined)))
  })
