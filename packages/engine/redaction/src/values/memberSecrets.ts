import { findInputSecret } from "@toolgate/shell"
import { isPlaceholder } from "../forms/isPlaceholder.ts"
import { looksGenerated } from "../forms/looksRandom.ts"
import { isDoubtfulName, isSecretName } from "../names/isSecretName.ts"
import { fewestChunks, findSplitParts, shortestPart } from "../texts/findSplitTokens.ts"

/** An object whose members may be secret and describe each other. */
type Members = { readonly [name: string]: unknown }

/** The kind of a name. For "value" and "input", other members decide. */
type NameKind = "secret" | "doubtful" | "value" | "input" | "other"

// A cache, because argument names repeat with every call.
const known = new Map<string, NameKind>()
const knownNames = 4096

const kindOf = (name: string): NameKind => {
  let kind = known.get(name)
  if (kind === undefined) {
    kind = isSecretName(name)
      ? "secret"
      : isDoubtfulName(name)
        ? "doubtful"
        : valueName.test(name)
          ? "value"
          : inputName.test(name)
            ? "input"
            : "other"
    if (known.size >= knownNames) known.clear()
    if (name.length <= 128) known.set(name, kind)
  }
  return kind
}

/** Whether every value under a name is secret. */
export const isSecretMember = (name: string): boolean => kindOf(name) === "secret"

/**
 * Whether a value under a name is secret. Under an ambiguous name such as `key` or `code`, only a generated text is.
 */
const isSecretUnder = (name: string, value: unknown): boolean => {
  const kind = kindOf(name)
  return (
    kind === "secret" ||
    (kind === "doubtful" && typeof value === "string" && value.length <= 512 && looksGenerated(value, 12))
  )
}

const isSecretAmong = (given: Members, name: string): boolean => {
  const kind = kindOf(name)
  if (kind === "value") return isValueBeside(given, name, isSecretUnder, isSecretMember)
  return kind === "input" ? isSecretInput(given) : isSecretUnder(name, given[name])
}

/** The secret members of a JSON Web Key. Source: https://www.rfc-editor.org/rfc/rfc7518#section-6 */
const keyParts = new Set(["d", "p", "q", "dp", "dq", "qi", "oth", "k"])

/** Returns a predicate for secret members. Judges each by its name and by the other members. */
export const memberSecrets = (given: Members): ((name: string) => boolean) => {
  const isKey = typeof given.kty === "string"
  const isManifest = given.kind === "Secret"
  const parts = splitMembers(given)
  return (name) =>
    parts?.has(name) === true ||
    ((isSecretAmong(given, name) ||
      (isKey && keyParts.has(name)) ||
      (isManifest && (name === "data" || name === "stringData"))) &&
      !isPlaceholderOf(given[name]))
}

const isPlaceholderOf = (value: unknown): boolean =>
  typeof value === "string"
    ? isPlaceholder(value)
    : // The description of a field in JSON Schema.
      typeof value === "object" && value !== null && "type" in value && isPlaceholder(JSON.stringify(value))

/** Returns the names of members whose values form one token. */
const splitMembers = (given: Members): ReadonlySet<string> | undefined => {
  if (!mayBeSplit(given)) return undefined
  const names = Object.keys(given)
  const found = findSplitParts(names.map((name) => given[name]))
  return found && new Set([...found].map((at) => names[at] as string))
}

/**
 * Whether an object has enough texts for a split token, at least one without a blank. A quick check before the search.
 */
const mayBeSplit = (given: Members): boolean => {
  let texts = 0
  let parts = 0
  for (const name in given) {
    const value = given[name]
    const isText = typeof value === "string"
    if (isText || typeof value === "object") texts++
    // The first text can only be the beginning.
    if (texts > 1 && (isText ? value.length >= shortestPart && !value.includes(" ") : typeof value === "object"))
      parts++
  }
  return parts > 0 || texts >= fewestChunks
}

/** The members with a command's standard input. */
const inputName = /^(?:std_?in(?:put)?|standard_?input|input|(?:stdin|input)_?(?:data|text|string))$/i
const commandName = /^(?:command|cmd|program|executable|argv|args?|arguments|script|run)$/i

/** Whether an object describes a command that reads a secret from its standard input. */
const isSecretInput = (given: Members): boolean => findInputSecret(commandIn(given)) !== undefined

/** Returns the words of the command that an object describes. */
const commandIn = (given: Members): ReadonlyArray<string> =>
  Object.entries(given).flatMap(([name, value]) => (commandName.test(name) ? wordsIn(value) : []))

const wordsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return value.slice(0, 4096).trim().split(/\s+/)
  return Array.isArray(value)
    ? value.slice(0, 64).flatMap((word) => (typeof word === "string" ? wordsIn(word) : []))
    : []
}

/** The members whose name is in another member: `{ name: "PASSWORD", value: "…" }`. */
const valueName = /^(?:value|val|text|content|data|string)$/i
/** The members that name another member's value, as in lists of variables and headers. */
const nameOfValue = /^(?:name|key|header|field|variable|var|setting|property|option|param|parameter|attribute)$/i
/** The members that identify a field on a page. */
const placeOfValue = /^(?:selector|element|locator|label|placeholder|field|aria_?label)$/i

/**
 * Whether a value is secret because another member names it or says that it is typed into a password field.
 * `isSecretUnder` checks a value with its name, `isSecretName` a name alone.
 */
const isValueBeside = (
  given: Members,
  member: string,
  isSecretUnder: (name: string, value: unknown) => boolean,
  isSecretName: (name: string) => boolean
): boolean => {
  if (given.type === "password") return true
  const value = given[member]
  for (const [name, other] of Object.entries(given)) {
    if (typeof other !== "string" || other.length > longestName) continue
    // A file named like a secret is not secret as a whole.
    const isFile = !/^val(?:ue)?$/i.test(member) && /\.\w{1,5}$/.test(other)
    // The last segment of a path in a JSON Patch (RFC 6902).
    if (name === "path" && typeof given.op === "string" && isSecretName(other.slice(other.lastIndexOf("/") + 1)))
      return true
    if (nameOfValue.test(name) && !isFile && isSecretUnder(other, value)) return true
    if (typeof value === "string" && placeOfValue.test(name) && other.split(notInWord).some(isSecretName)) return true
  }
  return false
}

const longestName = 256
const notInWord = /[^\p{L}\p{M}\d_-]+/u
