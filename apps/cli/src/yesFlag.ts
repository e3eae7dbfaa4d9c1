import * as Flag from "effect/cli/Flag"

/** A flag that is there or is not, and that nothing negates. */
export const yesFlag = (flag: string, description: string) =>
  Flag.Boolean(flag).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))
