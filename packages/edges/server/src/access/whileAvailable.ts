import * as Effect from "effect/Effect"
import { Unavailable } from "../api/problems.ts"

/** Turns the failure of a store into a problem for clients. */
export const whileAvailable = <A>(
  answer: Effect.Effect<A, { readonly message: string }>
): Effect.Effect<A, typeof Unavailable.Type> =>
  Effect.mapError(answer, ({ message }) => Unavailable.problem(message, {}))
