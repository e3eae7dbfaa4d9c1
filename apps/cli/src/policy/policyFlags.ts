import { findPolicy } from "@toolgate/policy-files"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { ToolgateOptions } from "toolgate"
import { WrongUse } from "../WrongUse.ts"

/** The flag `--policy`, which may be repeated. */
export const policy = Flag.String("policy").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "A policy file; repeat to narrow it: organisation, user, project; or host, for no policy; default: yours, or the built-in one"
  ),
  Flag.atLeast(0)
)

/** Returns the policy that `--policy` names. */
export const readPolicyChoice = (files: ReadonlyArray<string>): Effect.Effect<ToolgateOptions["policy"], WrongUse> => {
  if (files.length === 0) return Effect.succeed("default")
  if (files.includes(""))
    return new WrongUse({ message: 'The flag "--policy" is empty; name a file, or remove the flag.' })
  if (!files.includes("host")) return Effect.succeed({ files })
  return files.length === 1
    ? Effect.succeed("host")
    : new WrongUse({
        message:
          'The policy "host" cannot be combined with others. Remove it, or write "./host" for a file of that name.'
      })
}

/** Returns the files of `--policy`, or the user's own file. Empty if the built-in defaults apply. */
export const listFilesInForce = (files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files.length > 0 ? files : [findPolicy()].filter((own) => own !== undefined)
