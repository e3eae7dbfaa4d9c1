import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

/** A flag that takes a name, and may be left out. Empty is not absent: a script whose variable is not set would mean another one. */
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
