import { looseCommands, type PlacedWord } from "./looseCommands.ts"
import type { SecretInText } from "./SecretInText.ts"
import { secretPrograms } from "./secretPrograms.ts"
import { secretsInInput } from "./secretsInInput.ts"
import { secretsInWords } from "./secretsInWords.ts"

const names = [...secretPrograms.keys()].map((name) => name.replaceAll(".", "\\.")).join("|")
const mentions = new RegExp(`(?<![\\w-])(?:${names})(?![\\w-])`)
/** The most levels of commands inside words of other commands: `ssh host 'mysql -psecret'`. */
const deepest = 4

/** Returns the secrets that are words of commands in a text, or that commands read from their standard input. The commands may stand in prose. */
export const secretsInCommands = (text: string): ReadonlyArray<SecretInText> => {
  const found: Array<SecretInText> = []
  if (mentions.test(text))
    for (const { 0: line, index } of text.matchAll(lines)) search(line, (at) => index + at, 0, found)
  secretsInInput(text, found)
  return found
}

/** A line, together with the lines in which it continues. */
const lines = /(?:[^\n\\]|\\.)+/gs

const search = (text: string, place: (at: number) => number, depth: number, found: Array<SecretInText>): void => {
  if (!mentions.test(text)) return
  for (const command of looseCommands(text)) {
    const words = command.map(({ text: word }) => word)
    for (const { at, from, to } of secretsInWords(words, true)) {
      const word = command[at] as PlacedWord
      found.push({ from: place(word.place(from)), to: place(word.place(to - 1)) + 1 })
    }
    for (const { text: word, isQuoted, place: inner } of command)
      if (isQuoted && depth < deepest && /\s/.test(word)) search(word, (at) => place(inner(at)), depth + 1, found)
  }
}
