import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

/**
 * Returns an optional flag for a name. An empty name is an error, because an unset variable in a script would otherwise select the default.
 */
export const nameFlag = (flag: string, description: string) =>
  Flag.String(flag).pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(description),
    Flag.filterMap(
      (given) => (given === "" ? Option.none() : Option.some(given)),
      () => "a name, or leave the flag out"
    ),
    Flag.optional
  )
