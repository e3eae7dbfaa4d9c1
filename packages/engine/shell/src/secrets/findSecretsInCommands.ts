import { findSecretsInInput } from "./findSecretsInInput.ts"
import { findSecretsInWords } from "./findSecretsInWords.ts"
import type { SecretInText } from "./SecretInText.ts"
import { secretPrograms } from "./secretPrograms.ts"
import { type LocatedWord, splitLooseCommands } from "./splitLooseCommands.ts"

const names = [...secretPrograms.keys()].map((name) => name.replaceAll(".", "\\.")).join("|")
const mentions = new RegExp(`(?<![\\w-])(?:${names})(?![\\w-])`)
/** The deepest nesting of commands in words of other commands: `ssh host 'mysql -psecret'`. */
const deepest = 4

/**
 * Finds the secrets in a text: words of commands, and text that commands read from their standard input. Prose may
 * surround the commands.
 */
export const findSecretsInCommands = (text: string): ReadonlyArray<SecretInText> => {
  const found: Array<SecretInText> = []
  if (mentions.test(text))
    for (const { 0: line, index } of text.matchAll(lines)) search(line, (at) => index + at, 0, found)
  findSecretsInInput(text, found)
  return found
}

/** A line with its continuation lines. */
const lines = /(?:[^\n\\]|\\.)+/gs

const search = (text: string, place: (at: number) => number, depth: number, found: Array<SecretInText>): void => {
  if (!mentions.test(text)) return
  for (const command of splitLooseCommands(text)) {
    const words = command.map(({ text: word }) => word)
    for (const { at, from, to } of findSecretsInWords(words, true)) {
      const word = command[at] as LocatedWord
      found.push({ from: place(word.place(from)), to: place(word.place(to - 1)) + 1 })
    }
    for (const { text: word, isQuoted, place: inner } of command)
      if (isQuoted && depth < deepest && /\s/.test(word)) search(word, (at) => place(inner(at)), depth + 1, found)
  }
}
