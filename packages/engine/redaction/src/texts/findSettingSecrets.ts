import { isMixed } from "../forms/looksRandom.ts"
import { isSecretName } from "../names/isSecretName.ts"
import type { Span } from "./Span.ts"

/** A line with a name, blanks and a value, as in a Dockerfile, HCL, nginx or Redis. */
const setting =
  /^[ \t]{0,32}(?<word>(?:ENV|ARG|setenv|set)[ \t]{1,4})?(?<name>[A-Za-z_][\w-]{1,63})[ \t]{1,16}(?<value>"[^"\s]{4,256}"|'[^'\s]{4,256}'|[^\s"'`{}()[\]=:;,<>/.]{4,256})[ \t]{0,8};?[ \t]{0,8}\r?$/i

/** A Terraform variable with its default. */
const variable =
  /\bvariable[ \t]{1,4}"(?<name>[\w-]{1,64})"[ \t]{0,4}\{(?<before>[^{}]{0,512}?\bdefault[ \t]{0,16}=[ \t]{0,16}")(?<value>[^"\n]{1,256})"/g

/** A header option of a command. */
const header = /(?:-H|--header)[ =]{0,2}\\{0,3}["'](?<name>[A-Za-z][\w-]{1,63}):[ \t]{0,8}(?<value>[^"'\\\n]{4,256})/g

/** The Redis settings that hold a password. */
const further = /^(?:requirepass|masterauth|sentinel_auth_pass)$/i

/** Adds the values of settings that are separated from their names by blanks or other text. */
export const findSettingSecrets = (text: string, found: Array<Span>): void => {
  inLines(text, found)
  if (text.includes("-H") || text.includes("--header"))
    for (const match of text.matchAll(header)) {
      const { name = "", value = "" } = match.groups ?? {}
      if (isSecretName(name)) add(match[0], match.index, value, found)
    }
  if (text.includes("variable"))
    for (const match of text.matchAll(variable)) {
      const { name = "", value = "" } = match.groups ?? {}
      if (isSecretName(name)) add(match[0], match.index, value, found)
    }
}

/** Every secret name contains one of these words. */
const mayHold = /pass|secret|token|cred|cookie|bearer|auth|jwt|pwd|key|psk|pin|otp/gi

const inLines = (text: string, found: Array<Span>): void => {
  mayHold.lastIndex = 0
  while (mayHold.test(text)) {
    const from = text.lastIndexOf("\n", mayHold.lastIndex - 1) + 1
    const next = text.indexOf("\n", mayHold.lastIndex)
    const to = next < 0 ? text.length : next
    mayHold.lastIndex = to
    const match = to - from > longestLine ? null : setting.exec(text.slice(from, to))
    const { word, name = "", value = "" } = match?.groups ?? {}
    if (match === null || (word === undefined && !/^["']/.test(value) && !isMixed(value))) continue
    if (isSecretName(name) || further.test(name)) add(match[0], from, value, found)
  }
}

const longestLine = 512

const add = (whole: string, index: number, value: string, found: Array<Span>): void => {
  const from = index + whole.lastIndexOf(value)
  found.push({ from, to: from + value.length })
}
