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
    /**
     * Writes a result: unchanged to a file or a pipe, and without anything that a terminal would obey to a terminal.
     */
    readonly result: (text: string) => Effect.Effect<void>
    /** Writes a notice for the person at the terminal, under the same rule. */
    readonly notice: (text: string) => Effect.Effect<void>
    /** Writes a notice, or a result, in colours, if its stream is a terminal that shows colours and NO_COLOR is not set. */
    readonly painted: (pieces: ReadonlyArray<Piece>, stream?: "stdout" | "stderr") => Effect.Effect<void>
    /** Writes the output of a program unchanged. Not for a terminal. */
    readonly bytes: (stream: "stdout" | "stderr", bytes: Uint8Array) => Effect.Effect<void>
  }
>()("@toolgate/cli/Screen") {}

/** A text, with the style in which it is shown. */
export interface Piece {
  readonly text: string
  readonly style?: "bold" | "dim" | "green" | "red" | "yellow"
}
