import type { Danger, DangerousWord, Program } from "@toolgate/program-facts"

interface Split {
  readonly options: ReadonlyArray<string>
  readonly operands: ReadonlyArray<string>
  /** The index of the first operand. */
  readonly first: number
}

/** Finds the known dangers among a program's words. `words` does not include the program's name. */
export const findDangers = (program: Program, words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> => {
  const { dangers = [], subcommands = [], operands } = program
  const split = splitWords(program, words)
  const found = new Map<string, DangerousWord>()
  const add = (word: string, reason: string) => found.set(`${word}\0${reason}`, { word, reason })
  const look = (among: ReadonlyArray<string>, table: ReadonlyArray<Danger>) => {
    const end = among.indexOf("--")
    for (const [index, word] of among.entries()) {
      for (const { options, reason } of table) {
        if (options.some((option) => matches(program, word, option, end !== -1 && index > end))) add(word, reason)
      }
    }
  }
  look(subcommands.length > 0 ? words.slice(0, split.first) : words, dangers)
  // Any word may be the subcommand, because an unknown option may have taken the word before it.
  for (const { names, dangers: table } of subcommands) {
    const at = words.findIndex((word) => names.includes(word))
    if (at !== -1) look(words.slice(at + 1), table)
  }
  if (operands !== undefined) for (const word of split.operands.slice(operands.from - 1)) add(word, operands.reason)
  for (const { word, reason } of program.inspect?.(words) ?? []) add(word, reason)
  return [...found.values()]
}

const splitWords = ({ valued = "", hasWordOptions }: Program, words: ReadonlyArray<string>): Split => {
  const options: Array<string> = []
  const operands: Array<string> = []
  let first = words.length
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word === "--") {
      if (operands.length === 0) first = Math.min(first, at + 1)
      operands.push(...words.slice(at + 1))
      break
    }
    if (word.startsWith("-") && word !== "-") {
      options.push(word)
      const last = word.length === 2 && !word.startsWith("--") ? word.charAt(1) : ""
      if (hasWordOptions === undefined && last !== "" && valued.includes(last)) at++
    } else {
      if (operands.length === 0) first = at
      operands.push(word)
    }
  }
  return { options, operands, first }
}

const matches = (program: Program, word: string, option: string, afterDashes: boolean) => {
  if (option === "*") return true
  if (option.startsWith("-") && afterDashes) return false
  if (option.endsWith("*")) return word.startsWith(option.slice(0, -1))
  if (option.startsWith("--")) return isLong(word, option)
  if (program.hasWordOptions || option.length !== 2 || !option.startsWith("-")) return word === option
  return hasLetter(word, option.charAt(1), program.valued ?? "")
}

// A long option may be shortened. The unambiguous beginnings depend on the program's version, so every beginning
// counts.
const isLong = (word: string, option: string) => {
  const name = word.split("=", 1)[0] ?? ""
  return name.length > 2 && name.startsWith("--") && option.startsWith(name)
}

const hasLetter = (word: string, letter: string, valued: string) => {
  if (!word.startsWith("-") || word.startsWith("--")) return false
  for (const char of word.slice(1)) {
    if (char === letter) return true
    if (valued.includes(char)) return false
  }
  return false
}
