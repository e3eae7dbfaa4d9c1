import { isPlaceholder } from "../forms/isPlaceholder.ts"
import { looksGenerated } from "../forms/looksRandom.ts"
import { isDoubtfulName, isSecretName } from "../names/isSecretName.ts"
import { fewestChunks, shortestPart, splitOver } from "../texts/splitTokens.ts"
import { inputName, isSecretInput, isValueBeside, valueName } from "./neighbours.ts"

/** An object whose members may be secrets. */
type Members = { readonly [name: string]: unknown }

/** The kind of a name, by which its value is judged. Of a `value` and an `input`, other members say more. */
type NameKind = "secret" | "doubtful" | "value" | "input" | "other"

// A cache of names, because the names of arguments repeat with every call.
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

const isSecretAmong = (given: Members, name: string): boolean => {
  const kind = kindOf(name)
  if (kind === "value") return isValueBeside(given, name, isSecretUnder, isSecretMember)
  return kind === "input" ? isSecretInput(given) : isSecretUnder(name, given[name])
}

/** The secret parts of a private key as JSON. Source: https://www.rfc-editor.org/rfc/rfc7518#section-6 */
const keyParts = new Set(["d", "p", "q", "dp", "dq", "qi", "oth", "k"])

/**
 * Returns a function that says whether the member of a given name is a secret, judging by the name and by the other
 * members.
 */
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

/** Returns the names of members whose values are parts of one token. */
const splitMembers = (given: Members): ReadonlySet<string> | undefined => {
  if (!mayBeSplit(given)) return undefined
  const names = Object.keys(given)
  const found = splitOver(names.map((name) => given[name]))
  return found && new Set([...found].map((at) => names[at] as string))
}

/** Whether an object has as many texts as a token was split into, one of them without a blank. Faster than to look for one. */
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
