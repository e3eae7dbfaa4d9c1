import { inputSecretOf } from "@toolgate/shell"
import { looksGenerated } from "../forms/looksRandom.ts"
import { isDoubtfulName, isSecretName } from "../names/isSecretName.ts"
import { splitOver } from "../texts/splitTokens.ts"

/** An object whose members may be secrets. */
type Members = { readonly [name: string]: unknown }

// A cache of names, because the names of arguments repeat with every call.
const known = new Map<string, "secret" | "doubtful" | "other">()
const knownNames = 4096

const kindOf = (name: string): "secret" | "doubtful" | "other" => {
  let kind = known.get(name)
  if (kind === undefined) {
    kind = isSecretName(name) ? "secret" : isDoubtfulName(name) ? "doubtful" : "other"
    if (known.size >= knownNames) known.clear()
    if (name.length <= 128) known.set(name, kind)
  }
  return kind
}

/** Whether every value under a name is a secret. */
export const isSecretMember = (name: string): boolean => kindOf(name) === "secret"

/**
 * Whether the value under a name is a secret. Under a doubtful name such as `key` or `code`, only a text that looks
 * generated is.
 */
const isSecretUnder = (name: string, value: unknown): boolean => {
  const kind = kindOf(name)
  return (
    kind === "secret" ||
    (kind === "doubtful" && typeof value === "string" && value.length <= 512 && looksGenerated(value, 12))
  )
}

/** The secret parts of a private key as JSON. Source: https://www.rfc-editor.org/rfc/rfc7518#section-6 */
const keyParts = new Set(["d", "p", "q", "dp", "dq", "qi", "oth", "k"])

/**
 * Returns a function that says whether the member of a given name is a secret, judging by the name and by the other
 * members.
 */
export const memberSecrets = (given: Members): ((name: string) => boolean) => {
  const named = namesIn(given)
  const isKey = typeof given.kty === "string"
  const isManifest = given.kind === "Secret"
  const parts = splitMembers(given)
  return (name) =>
    parts?.has(name) === true ||
    isSecretUnder(name, given[name]) ||
    (valueName.test(name) && isValueOf(named, name, given[name])) ||
    (isKey && keyParts.has(name)) ||
    (isManifest && (name === "data" || name === "stringData")) ||
    (inputName.test(name) && inputSecretOf(commandIn(given)) !== undefined)
}

/** Returns the names of members whose values are parts of one token. */
const splitMembers = (given: Members): ReadonlySet<string> | undefined => {
  const names = Object.keys(given)
  if (names.length < 2) return undefined
  const found = splitOver(names.map((name) => textOf(given[name])))
  return found && new Set([...found].map((at) => names[at] as string))
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const inputName = /^(?:std_?in(?:put)?|standard_?input|input|(?:stdin|input)_?(?:data|text|string))$/i
const commandName = /^(?:command|cmd|program|executable|argv|args?|arguments|script|run)$/i

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
const valueName = /^(?:value|val|text|content|data|string)$/i
/** The members that hold the name of a value, as in lists of variables and headers. */
const nameOfValue = /^(?:name|key|header|field|variable|var|setting|property|option|param|parameter|attribute)$/i
/** The members that say where on a page a value is typed. */
const placeOfValue = /^(?:selector|element|locator|label|placeholder|field|aria_?label)$/i

interface NamesBeside {
  readonly names: ReadonlyArray<string>
  readonly places: ReadonlyArray<string>
  readonly isPassword: boolean
}

const namesIn = (given: Members): NamesBeside => {
  const named = (pattern: RegExp) =>
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === "string" && value.length <= 256 && pattern.test(name) ? [value] : []
    )
  return Object.keys(given).some((name) => valueName.test(name))
    ? { names: named(nameOfValue), places: named(placeOfValue), isPassword: given.type === "password" }
    : noNames
}

const noNames: NamesBeside = { names: [], places: [], isPassword: false }

const isValueOf = ({ names, places, isPassword }: NamesBeside, name: string, value: unknown): boolean =>
  isPassword ||
  // A file with such a name is no secret as a whole.
  names.some((one) => (/^val(?:ue)?$/i.test(name) || !/\.\w{1,5}$/.test(one)) && isSecretUnder(one, value)) ||
  (typeof value === "string" && places.some((place) => place.split(/[^\p{L}\p{M}\d_-]+/u).some(isSecretMember)))
