import { isHarmlessWith } from "./programs/isHarmlessWith.ts"
import type { LauncherEffect } from "./readLaunch.ts"
import { excerpt, type Word } from "./Word.ts"
import type { WordPart } from "./WordPart.ts"

/**
 * Returns the reason why a command with partly known words is unknown before it runs. Returns `undefined` when each
 * such word is certain to be an operand, or text that is only printed or compared.
 */
export const findLooseDoubt = (words: ReadonlyArray<Word>, launch: LauncherEffect | undefined): string | undefined => {
  const [program, ...rest] = words
  const isStart = launch !== undefined && (launch.commands.length > 0 || launch.texts !== undefined)
  for (const [index, { text, parts }] of words.entries()) {
    if (parts === undefined) continue
    // A word that is passed to another command is checked there.
    if (isStart && launch.commands.some(({ from, to }) => index > from && index < to)) continue
    const isPlaced = index > 0 && !isStart && program !== undefined && mayStand(program.text, rest, index - 1, parts)
    if (!isPlaced) return `The word "${excerpt(text)}" stands for what is only known when the command runs.`
  }
  return undefined
}

const mayStand = (program: string, words: ReadonlyArray<Word>, at: number, parts: ReadonlyArray<WordPart>): boolean => {
  if (isHarmlessWith(program, "any text")) return true
  if (program === "printf") return at > 0 && isPlainFormat(words[0])
  if (program === "[" || program === "test") return isCompared(words, at, parts)
  if (parts.some((part) => typeof part !== "string" && part.of === "text")) return false
  return (isOperand(parts) || isHarmlessWith(program, "any files")) && !goesUp(parts)
}

// A plain format has no `%n`, because that sets a variable, and no number, because some shells evaluate it.
const isPlainFormat = (format: Word | undefined) =>
  format?.parts === undefined && /^(?!-)(?:[^%]|%%|%-?[0-9]*s)*$/.test(format?.text ?? "-")

/** Whether no value of the word is an option, except the value of an option whose name is written out. */
const isOperand = ([first]: ReadonlyArray<WordPart>): boolean => {
  if (typeof first !== "string") return first?.of === "number"
  return first.startsWith("-") ? /^--[a-z][a-z-]*=/.test(first) : first !== ""
}

/** Whether a name that begins with a dot may be "..", which wildcards match in some shells. */
const goesUp = (parts: ReadonlyArray<WordPart>): boolean =>
  parts.some((part, index) => {
    const before = parts[index - 1]
    return (
      typeof part !== "string" && part.of !== "number" && typeof before === "string" && /(?:^|[/=:,@])\.+$/.test(before)
    )
  })

const unary = new Set(["-n", "-z"])
const ofFile = new Set(["-e", "-f", "-d", "-s", "-r", "-w", "-x", "-L", "-h"])
const ofText = new Set(["=", "!="])
const ofNumbers = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"])

/** Whether a word of a test is compared or looked for, in a form that all shells read alike. */
const isCompared = (all: ReadonlyArray<Word>, at: number, parts: ReadonlyArray<WordPart>): boolean => {
  const words = all.at(-1)?.text === "]" ? all.slice(0, -1) : all
  const rest = words[0]?.text === "!" ? words.slice(1) : words
  const index = at - (words.length - rest.length)
  const isNumber = parts.every((part) => typeof part !== "string" && part.of === "number")
  const isOne = words[at]?.isSeveral !== true
  if (rest.length === 2 && index === 1) {
    const operator = rest[0]?.text ?? ""
    return unary.has(operator) || (ofFile.has(operator) && isOne && isOperand(parts) && !goesUp(parts))
  }
  const operator = rest[1]?.text ?? ""
  if (rest.length !== 3 || index === 1) return false
  return ofText.has(operator) ? isOne : ofNumbers.has(operator) && isNumber
}
