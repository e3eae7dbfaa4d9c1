import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Where a command answers: results on standard output, everything else on standard error. */
export class Screen extends Context.Service<
  Screen,
  {
    /** The columns of the terminal that results go to; `undefined` where they go to a file or a pipe. */
    readonly columns: number | undefined
    /** Which of both is a terminal. */
    readonly isTerminal: Readonly<Record<"stdout" | "stderr", boolean>>
    /** Whether both are the same terminal, file or pipe, so that the lines of one stand among those of the other. */
    readonly isOne: boolean
    /** Written as it is to a file or a pipe; on a terminal, without anything that the terminal would obey. */
    readonly result: (text: string) => Effect.Effect<void>
    /** For the person at the terminal, under the same rule. */
    readonly notice: (text: string) => Effect.Effect<void>
    /** A notice in colours, where standard error is a terminal that shows them and NO_COLOR is not set. */
    readonly painted: (pieces: ReadonlyArray<Piece>) => Effect.Effect<void>
    /** What a program printed, as it is: not for a terminal. */
    readonly bytes: (stream: "stdout" | "stderr", bytes: Uint8Array) => Effect.Effect<void>
  }
>()("@toolgate/cli/Screen") {}

/** A text, and how it stands out. */
export interface Piece {
  readonly text: string
  readonly style?: "dim" | "green" | "red"
}
