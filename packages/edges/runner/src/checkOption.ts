/**
 * Throws if the supervisor would not accept a text, because it would end this program. The message names only the
 * option.
 */
export const checkText = (option: string, value: unknown, most = 256, least = 1) => {
  if (typeof value !== "string") throw new TypeError(`The option "${option}" must be a string.`)
  // A character may take two units.
  if (value.length >= least && (value.length <= most || (value.length <= 2 * most && [...value].length <= most))) return
  throw new RangeError(`The option "${option}" must have ${least} to ${most} characters.`)
}

/** Throws if a value is not a list, or is longer than the supervisor accepts. */
export const checkList = (option: string, value: unknown, least = 0) => {
  if (!Array.isArray(value)) throw new TypeError(`The option "${option}" must be a list.`)
  if (value.length < least || value.length > 1000)
    throw new RangeError(`The option "${option}" must have ${least} to 1000 members.`)
}

/** Throws if a value is not a boolean. */
export const checkBoolean = (option: string, value: unknown) => {
  if (typeof value !== "boolean") throw new TypeError(`The option "${option}" must be true or false.`)
}
