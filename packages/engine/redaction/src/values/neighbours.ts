import { inputSecretOf } from "@toolgate/shell"

/** An object whose members say something of each other. */
type Members = { readonly [name: string]: unknown }

/** The members that hold what a command reads from its standard input. */
export const inputName = /^(?:std_?in(?:put)?|standard_?input|input|(?:stdin|input)_?(?:data|text|string))$/i
const commandName = /^(?:command|cmd|program|executable|argv|args?|arguments|script|run)$/i

/** Whether the command that an object describes reads a secret from its standard input. */
export const isSecretInput = (given: Members): boolean => inputSecretOf(commandIn(given)) !== undefined

/** Returns the words of the command that an object describes. */
const commandIn = (given: Members): ReadonlyArray<string> =>
  Object.entries(given).flatMap(([name, value]) => (commandName.test(name) ? wordsIn(value) : []))

const wordsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return value.slice(0, 4096).trim().split(/\s+/)
  return Array.isArray(value)
    ? value.slice(0, 64).flatMap((word) => (typeof word === "string" ? wordsIn(word) : []))
    : []
}

/** The members that hold a value whose name another member holds: `{ name: "PASSWORD", value: "…" }`. */
export const valueName = /^(?:value|val|text|content|data|string)$/i
/** The members that hold the name of a value, as in lists of variables and headers. */
const nameOfValue = /^(?:name|key|header|field|variable|var|setting|property|option|param|parameter|attribute)$/i
/** The members that say where on a page a value is typed. */
const placeOfValue = /^(?:selector|element|locator|label|placeholder|field|aria_?label)$/i

/**
 * Whether a value is a secret because another member names it, or says that it is typed into a field for a password.
 * `isSecretUnder` says whether a value is a secret under a name, `isSecretName` whether every value is.
 */
export const isValueBeside = (
  given: Members,
  member: string,
  isSecretUnder: (name: string, value: unknown) => boolean,
  isSecretName: (name: string) => boolean
): boolean => {
  if (given.type === "password") return true
  const value = given[member]
  for (const [name, other] of Object.entries(given)) {
    if (typeof other !== "string" || other.length > longestName) continue
    // A file with the name of a secret is no secret as a whole.
    const isFile = !/^val(?:ue)?$/i.test(member) && /\.\w{1,5}$/.test(other)
    // The last part of the path of a change, as RFC 6902 describes one.
    if (name === "path" && typeof given.op === "string" && isSecretName(other.slice(other.lastIndexOf("/") + 1)))
      return true
    if (nameOfValue.test(name) && !isFile && isSecretUnder(other, value)) return true
    if (typeof value === "string" && placeOfValue.test(name) && other.split(notInWord).some(isSecretName)) return true
  }
  return false
}

const longestName = 256
const notInWord = /[^\p{L}\p{M}\d_-]+/u
