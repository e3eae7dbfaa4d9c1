import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The output of a command: results on standard output, everything else on standard error. */
export class Screen extends Context.Service<
  Screen,
  {
    /** The columns of the terminal for results; `undefined` if results go to a file or a pipe. */
    readonly columns: number | undefined
    /** Whether each of the streams is a terminal. */
    readonly isTerminal: Readonly<Record<"stdout" | "stderr", boolean>>
    /** Whether both streams are the same terminal, file or pipe, so that their lines mix. */
    readonly isOne: boolean
    /** Writes a result. To a file or pipe the text is unchanged; for a terminal, control characters are escaped. */
    readonly result: (text: string) => Effect.Effect<void>
    /** Writes a notice for the person at the terminal. Escaped like a result. */
    readonly notice: (text: string) => Effect.Effect<void>
    /** Writes a notice, or a result, in colours, if its stream is a terminal that shows colours and NO_COLOR is not set. */
    readonly painted: (pieces: ReadonlyArray<StyledText>, stream?: "stdout" | "stderr") => Effect.Effect<void>
    /** Writes program output unchanged. Not for a terminal. */
    readonly bytes: (stream: "stdout" | "stderr", bytes: Uint8Array) => Effect.Effect<void>
  }
>()("@toolgate/cli/Screen") {}

/** A text with its style. */
export interface StyledText {
  readonly text: string
  readonly style?: "bold" | "dim" | "green" | "red" | "yellow"
}
