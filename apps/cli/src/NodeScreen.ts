import type { WriteStream } from "node:tty"
import * as Effect from "effect/Effect"
import type { Screen } from "./Screen.ts"
import { terminalText } from "./terminalText.ts"

/** What a command answers on, and what became of it. */
export interface Streams {
  readonly screen: Screen["Service"]
  /** Why standard output could not be written, if it could not. A reader that went away, as in `| head`, is no reason. */
  readonly outputFailed: () => NodeJS.ErrnoException | undefined
}

/** The screen of a process. A write ends when the system has taken it, however slow the reader is. */
export const nodeStreams = (stdout: WriteStream, stderr: WriteStream): Streams => {
  let failure: NodeJS.ErrnoException | undefined
  // Each write learns of its own failure; without a listener the stream would end the process as well.
  stdout.on("error", () => {})
  stderr.on("error", () => {})
  return {
    screen: {
      columns: stdout.isTTY ? stdout.columns : undefined,
      result: (text) =>
        Effect.map(write(stdout, text), (error) => {
          if (error?.code !== "EPIPE") failure ??= error
        }),
      // There is nowhere left to say that this failed.
      notice: (text) => Effect.asVoid(write(stderr, text))
    },
    outputFailed: () => failure
  }
}

const write = (stream: WriteStream, text: string): Effect.Effect<NodeJS.ErrnoException | undefined> =>
  Effect.callback((resume) => {
    if (text === "") return resume(Effect.undefined)
    stream.write(stream.isTTY ? terminalText(text) : text, (error) => resume(Effect.succeed(error ?? undefined)))
  })
