import * as Flag from "effect/cli/Flag"

/** Returns a boolean flag without a negated form. */
export const switchFlag = (flag: string, description: string) =>
  Flag.Boolean(flag).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))
