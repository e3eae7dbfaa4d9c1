import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Where a command answers: results on standard output, everything else on standard error. */
export class Screen extends Context.Service<
  Screen,
  {
    /** The columns of the terminal that results go to; `undefined` where they go to a file or a pipe. */
    readonly columns: number | undefined
    /** Written as it is to a file or a pipe; on a terminal, without anything that the terminal would obey. */
    readonly result: (text: string) => Effect.Effect<void>
    /** For the person at the terminal, under the same rule. */
    readonly notice: (text: string) => Effect.Effect<void>
  }
>()("@toolgate/cli/Screen") {}
