import * as Effect from "effect/Effect"
import { type Piece, Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { pauseToRead } from "./pauseToRead.ts"

/** The terminal, file or pipe on which a demo is shown. */
export interface DemoStage {
  /** Whether a person is watching, who can answer and needs time to read. */
  readonly isWatched: boolean
  readonly columns: number
  /** Shows a text. Everything goes to standard output, so that it stays in order. */
  readonly say: (...pieces: ReadonlyArray<Piece>) => Effect.Effect<void>
  /** Gives the person time to read. Fails if the command has to end. */
  readonly goOn: (seconds: number) => Effect.Effect<void, Unsuccessful>
}

/** Makes the stage of a command. With `yes`, the demo never asks or pauses. */
export const makeDemoStage = Effect.fnUntraced(function* (yes: boolean) {
  const screen = yield* Screen
  const { signal, exitStatus } = yield* Stop
  const isWatched = screen.isTerminal.stdout && !yes
  return {
    isWatched,
    columns: screen.columns ?? 80,
    say: (...pieces) => screen.painted(pieces, "stdout"),
    goOn: Effect.fnUntraced(function* (seconds: number) {
      if (isWatched) yield* Effect.promise(() => pauseToRead(seconds * 1000, signal))
      if (signal.aborted) return yield* new Unsuccessful({ exitStatus: exitStatus() })
    })
  } satisfies DemoStage
})
