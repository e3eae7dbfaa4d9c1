import { parseLimit } from "@toolgate/policy-files"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { CallOptions } from "toolgate"
import { WrongUse } from "../WrongUse.ts"

/** The flag `--limit`, which may be repeated. */
export const limit = Flag.String("limit").pipe(
  Flag.withMetavar("NAME=VALUE"),
  Flag.withDescription(
    "Limit each call further than the policy: wall_time=1s, cpu_time, memory=16MiB, processes=4, output=1MiB"
  ),
  Flag.atLeast(0)
)

/** Returns the limits of `--limit`, with the names and units of a policy. */
export const readLimits = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
  let limits: NonNullable<CallOptions["limits"]> = {}
  for (const text of given) {
    const parsed = parseLimit(text)
    if (typeof parsed === "string")
      return yield* new WrongUse({ message: `"--limit ${text}" is invalid: ${endSentence(parsed)}` })
    const twice = Object.keys(parsed).some((name) => name in limits)
    if (twice) return yield* new WrongUse({ message: `"--limit ${text}" repeats a limit of an earlier "--limit".` })
    limits = { ...limits, ...parsed }
  }
  return limits
})

/** Ends a sentence with a full stop, unless it ends with a question mark. */
export const endSentence = (reason: string): string => (reason.endsWith("?") ? reason : `${reason}.`)
