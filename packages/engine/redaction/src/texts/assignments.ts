import { isMixed, looksGenerated, looksRandom } from "../forms/looksRandom.ts"
import { isDoubtfulName, isHarmlessName, isSecretName } from "../names/isSecretName.ts"
import type { Span } from "./Span.ts"

/** An assignment: `NAME=value`, `name: value`, `"name": "value"`, `?name=value`. */
const assignment =
  /(?<![\w$.-])(?<lead>[?&;])?(?<name>[\p{L}_][\w\p{L}-]{0,63}(?:\.[\w.-]{1,120})?)\\{0,3}["']?[ \t]{0,4}(?<sign>[=:])(?![=:/])[ \t]{0,4}\\{0,3}["'`]?(?<value>[^\s"'`&;,<>()[\]{}\\|]{1,128})/gu

/** The rest of a value. Matched only after the beginning of a secret, so that searching stays fast. */
const rest = /[^\s"'`&;,<>()[\]{}\\|]*/y

/** The minimum length of a value that can be judged without its name. */
const longValue = 20

/**
 * Adds assigned values that are secret by name or appearance: any value under a secret name in capitals or in a query,
 * a generated value under an ambiguous name, and a random value under any name that is not harmless.
 */
export const findAssignedSecrets = (text: string, found: Array<Span>): void => {
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
    // The apparent value may be the next name, as in `a: b=c`.
    else assignment.lastIndex = from
  }
}

const isAssignedSecret = (name: string, sign: string, value: string, isQuery: boolean): boolean => {
  if (value.startsWith("$") || isMember(value)) return false
  if (sign === "=" && /^[A-Z][A-Z0-9_]*$/.test(name) && value.length > 1 && !/^[./~]/.test(value) && isSecretName(name))
    return true
  if (isQuery && isSecretName(name)) return true
  const isGenerated = isQuery ? isMixed(value) && !/^[a-z]+[-_.:]\d{1,5}$/.test(value) : looksGenerated(value, 12)
  const isRandom = value.length >= longValue && randomPart(value)
  // Most values are neither, and checking a name costs more than checking a value.
  if (!isGenerated && !isRandom) return false
  // The name of a property, as in Java's property files. In source code, few values look generated.
  if (name.includes(".")) return /\d/.test(value) && isSecretName(name)
  return isDoubtfulName(name) ? isGenerated : isRandom && !isHarmlessName(name)
}

/** Whether a value is a member expression in source code: names with few digits. */
const isMember = (value: string): boolean =>
  /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) && !/\d(?:\D{0,8}\d){2}/.test(value)

/** Whether a part of a value looks random. A hash with its algorithm does not count. */
const randomPart = (value: string): boolean =>
  !/^(?:-|(?:sha\d{1,3}|md5|blake\w{1,4})[-:])/.test(value) &&
  /^[A-Za-z0-9+/_=~.-]+$/.test(value) &&
  value.split(/[^A-Za-z0-9+/_-]/).some((part) => part.length >= longValue && looksRandom(part))
