import { ToolValidationError } from "@toolgate/core"

/** Checks that names are valid in expressions and unique. `argument` names their argument in messages. */
export const checkNames = (names: ReadonlyArray<string>, argument = '"variables"'): void => {
  for (const [at, name] of names.entries()) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw new ToolValidationError({
        message: `Name ${at + 1} in the argument ${argument} cannot be used in an expression; write letters, digits and "_", beginning with a letter.`
      })
    if (names.indexOf(name) < at)
      throw new ToolValidationError({
        message: `The argument ${argument} names "${name}" twice; name each variable once.`
      })
  }
}
