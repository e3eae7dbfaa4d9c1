import { isMixed, looksMade, looksRandom } from "../forms/looksRandom.ts"
import { isDoubtfulName, isHarmlessName, isSecretName } from "../names/isSecretName.ts"
import type { Span } from "./Span.ts"

/** `NAME=value`, `name: value`, `"name": "value"`, `?name=value`. */
const assignment =
  /(?<![\w$.-])(?<lead>[?&;])?(?<name>[\p{L}_][\w\p{L}-]{0,63})\\{0,3}["']?[ \t]{0,4}(?<sign>[=:])(?![=:/])[ \t]{0,4}\\{0,3}["'`]?(?<value>[^\s"'`&;,<>()[\]{}\\|]{1,128})/gu

/** Whether a text may hold an assignment. */
export const assigns = /[=:]/

/** The rest of a value. Only that of a secret is looked for, so that no text is slow to search. */
const rest = /[^\s"'`&;,<>()[\]{}\\|]*/y

/** A value that is long enough to be told from an id when nothing is said of it. */
const longValue = 20

/**
 * The values of a text that stand under a name: in capitals under the name of a secret, made up under one that says little,
 * and random under any that does not say that it is something else.
 */
export const assignedSecrets = (text: string, found: Array<Span>): void => {
  assignment.lastIndex = 0
  for (let match = assignment.exec(text); match !== null; match = assignment.exec(text)) {
    const { lead, name = "", sign, value = "" } = match.groups ?? {}
    const from = match.index + match[0].length - value.length
    if (isAssignedSecret(name, sign ?? "", value, lead !== undefined)) {
      rest.lastIndex = assignment.lastIndex
      rest.exec(text)
      assignment.lastIndex = rest.lastIndex
      found.push({ from, to: rest.lastIndex })
    }
    // What looks like a value may be the next name: `a: b=c`.
    else assignment.lastIndex = from
  }
}

const isAssignedSecret = (name: string, sign: string, value: string, isQuery: boolean): boolean => {
  if (value.startsWith("$")) return false
  if (sign === "=" && /^[A-Z][A-Z0-9_]*$/.test(name) && value.length > 1 && !/^[./~]/.test(value) && isSecretName(name))
    return true
  if (isQuery && isSecretName(name)) return true
  const isMade = isQuery ? isMixed(value) && !/^[a-z]+[-_.:]\d{1,5}$/.test(value) : looksMade(value, 12)
  const isRandom = value.length >= longValue && randomPart(value)
  // Most values are neither, and reading a name costs more than asking that.
  if (!isMade && !isRandom) return false
  return isDoubtfulName(name) ? isMade : isRandom && !isHarmlessName(name)
}

/** Hashes that say what they are of are no secrets. */
const randomPart = (value: string): boolean =>
  !/^(?:-|(?:sha\d{1,3}|md5|blake\w{1,4})[-:])/.test(value) &&
  /^[A-Za-z0-9+/_=~.-]+$/.test(value) &&
  value.split(/[^A-Za-z0-9+/_-]/).some((part) => part.length >= longValue && looksRandom(part))
