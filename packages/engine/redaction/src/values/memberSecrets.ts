import { looksMade } from "../forms/looksRandom.ts"
import { isDoubtfulName, isSecretName } from "../names/isSecretName.ts"

/** A value whose members are asked about. */
type Members = { readonly [name: string]: unknown }

// The names of arguments come again with every call.
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

/** Whether what stands under a name is a secret, whatever it is. */
export const isSecretMember = (name: string): boolean => kindOf(name) === "secret"

/** Whether a text under a name is a secret: under `key` or `code`, one that was made up at random. */
const isSecretUnder = (name: string, value: unknown): boolean => {
  const kind = kindOf(name)
  return (
    kind === "secret" ||
    (kind === "doubtful" && typeof value === "string" && value.length <= 512 && looksMade(value, 12))
  )
}

/** The parts of a private key as JSON. Source: https://www.rfc-editor.org/rfc/rfc7518#section-6 */
const keyParts = new Set(["d", "p", "q", "dp", "dq", "qi", "oth", "k"])

/** Says of the members of an object which of them are secrets, by their names and by what stands beside them. */
export const memberSecrets = (given: Members): ((name: string) => boolean) => {
  const named = nameIn(given)
  const isKey = typeof given.kty === "string"
  const isManifest = given.kind === "Secret"
  return (name) =>
    isSecretUnder(name, given[name]) ||
    (named !== undefined && (name === "value" || name === "Value") && isSecretUnder(named, given[name])) ||
    (isKey && keyParts.has(name)) ||
    (isManifest && (name === "data" || name === "stringData"))
}

/** What the `value` of an object is called beside it: `{ name: "PASSWORD", value: "…" }`, as lists of variables and headers are. */
const nameIn = (given: Members): string | undefined => {
  if (given.value === undefined && given.Value === undefined) return undefined
  const name = given.name ?? given.Name ?? given.key ?? given.Key ?? given.header
  return typeof name === "string" ? name : undefined
}
