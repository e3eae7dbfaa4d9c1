import { parseLimit } from "@toolgate/policy-files"
import * as Flag from "effect/cli/Flag"
import type { CallOptions } from "toolgate"
import { WrongUse } from "./WrongUse.ts"

/** `--limit`, as often as there are limits. */
export const limit = Flag.String("limit").pipe(
  Flag.withMetavar("NAME=VALUE"),
  Flag.withDescription(
    "Bound the call further than the policy: wall_time=1s, cpu_time, memory=16MiB, processes=4, output=1MiB"
  ),
  Flag.atLeast(0)
)

/** The limits of `--limit`, by the names and the units of a policy. */
export const limitsOf = (given: ReadonlyArray<string>): NonNullable<CallOptions["limits"]> | WrongUse => {
  let limits: NonNullable<CallOptions["limits"]> = {}
  for (const text of given) {
    const parsed = parseLimit(text)
    if (typeof parsed === "string")
      return new WrongUse({ message: `"--limit ${text}" does not hold: ${ended(parsed)}` })
    const twice = Object.keys(parsed).some((name) => name in limits)
    if (twice) return new WrongUse({ message: `"--limit ${text}" bounds what an earlier "--limit" bounds already.` })
    limits = { ...limits, ...parsed }
  }
  return limits
}

/** A reason as the end of a sentence, where it may end with a question of its own. */
export const ended = (reason: string): string => (reason.endsWith("?") ? reason : `${reason}.`)
