import { getCommandName } from "@toolgate/program-facts"
import type { SecretOptions } from "./SecretOptions.ts"
import { secretPrograms } from "./secretPrograms.ts"

/** A range of a word of a command. */
export interface SecretInWord {
  /** The index of the word. */
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * Finds the secrets among the words of a command: for `["mysql", "-uroot", "-psecret"]`, the letters after `-p`. A
 * program is recognised by its name in any position, because many programs start others: `docker exec db mysql
 * -psecret`.
 *
 * `isText`: the words come from a text that may be prose. An operand of letters only then does not count as a secret.
 */
export const findSecretsInWords = (argv: ReadonlyArray<string>, isText = false): ReadonlyArray<SecretInWord> => {
  let programs: ReadonlyArray<RunningProgram> = []
  const found: Array<SecretInWord> = []
  for (const [at, word] of argv.entries()) {
    const facts = word.length < 256 ? secretPrograms.get(getCommandName(word)) : undefined
    if (facts !== undefined && !programs.some(({ isWaiting }) => isWaiting)) {
      // When a program starts another, its own operands end: in `docker login mysql`, `mysql` is not a password.
      for (const program of programs) program.close(found)
      programs = facts.map((fact) => new RunningProgram(fact, isText))
    } else for (const program of programs) program.read(word, at, found)
  }
  for (const program of programs) program.close(found)
  return found
}

/** A program whose words are being read. */
class RunningProgram {
  private readonly facts: SecretOptions
  private readonly isText: boolean
  private subcommands = 0
  private operands = 0
  private hasFlag: boolean
  private expects: "nothing" | "value" | "marked" = "nothing"
  private last: SecretInWord | undefined = undefined

  constructor(facts: SecretOptions, isText: boolean) {
    this.facts = facts
    this.isText = isText
    this.hasFlag = facts.flag === undefined
  }

  /** Whether the next word is the value of an option. */
  get isWaiting(): boolean {
    return this.expects !== "nothing"
  }

  read(word: string, at: number, found: Array<SecretInWord>): void {
    const { after = [], behind, flag } = this.facts
    const expected = this.expects
    this.expects = "nothing"
    if (expected === "value") note(found, word, at, 0)
    else if (expected === "marked") noteBehind(behind?.mark, found, word, at, 0)
    else if (this.subcommands < after.length) {
      if (word === after[this.subcommands]) this.subcommands++
    } else {
      if (flag !== undefined && hasFlag(word, flag)) this.hasFlag = true
      if (!this.option(word, at, found) && word !== "" && !word.startsWith("-")) this.operand(word, at, found)
    }
  }

  /** Reads a word as an option. Returns whether the option takes a secret. */
  private option(word: string, at: number, found: Array<SecretInWord>): boolean {
    const { behind, joined = [], options = [], hasLongOptions = false } = this.facts
    for (const option of joined) {
      if (!word.startsWith(option) || isPort.test(word.slice(option.length))) continue
      note(found, word, at, option.length)
      return true
    }
    for (const option of options) {
      const place = placeOfValue(word, option, hasLongOptions)
      if (place === undefined) continue
      if (place === "next") this.expects = "value"
      else note(found, word, at, place)
      return true
    }
    for (const option of behind?.options ?? []) {
      const place = placeOfValue(word, option, hasLongOptions)
      if (place === undefined) continue
      if (place === "next") this.expects = "marked"
      else noteBehind(behind?.mark, found, word, at, place)
      return true
    }
    return false
  }

  /** Notes the operand that turned out to be the last. */
  close(found: Array<SecretInWord>): void {
    if (this.last !== undefined && this.hasFlag && this.operands > 1) found.push(this.last)
  }

  private operand(word: string, at: number, found: Array<SecretInWord>): void {
    const { operands, operandMark, flag } = this.facts
    this.operands++
    if (operands === "last") this.last = { at, from: 0, to: word.length }
    else if (operands !== undefined && this.operands >= operands && this.hasFlag) {
      if (operandMark !== undefined) noteBehind(operandMark, found, word, at, 0)
      else if (flag !== undefined || !(this.isText && isPlain.test(word))) note(found, word, at, 0)
    }
  }
}

const note = (found: Array<SecretInWord>, word: string, at: number, from: number): void => {
  // A dash, a file or a shell variable refers to a secret outside the text. An option here means that the value is
  // missing.
  if (from < word.length && !/^(?:-|--[a-z].*|@.*|\$\{?\w+\}?)$/s.test(word.slice(from)))
    found.push({ at, from, to: word.length })
}

const noteBehind = (
  mark: string | undefined,
  found: Array<SecretInWord>,
  word: string,
  at: number,
  from: number
): void => {
  const place = mark === undefined ? -1 : word.indexOf(mark, from)
  if (place < 0 || mark === undefined || (mark.length > 1 && place !== from)) return
  note(found, word, at, place + mark.length)
}

/** Returns the index in a word at which the value of an option begins, or "next" when the value is the next word. */
const placeOfValue = (word: string, option: string, hasLongOptions: boolean): number | "next" | undefined => {
  if (word === option) return option.endsWith(":") ? undefined : "next"
  if (option.endsWith(":")) return word.startsWith(option) ? option.length : undefined
  if (word.startsWith(`${option}=`)) return option.length + 1
  if (option.length !== 2 || !option.startsWith("-") || word.startsWith("--")) return undefined
  // A word such as "-key" or "-keyform" is an option by itself where options have one dash.
  if (word.startsWith(option)) return hasLongOptions && /^-[a-z]{2,}\d{0,2}$/.test(word) ? undefined : option.length
  // The last of a bundle of letters.
  return /^-[A-Za-z]{1,6}$/.test(word) && word.endsWith(option.slice(1)) ? "next" : undefined
}

const hasFlag = (word: string, flag: string): boolean =>
  flag.startsWith("-") ? word === flag : /^-[A-Za-z]+$/.test(word) && word.includes(flag)

const isPort = /^(?:\d{1,5}(?::\d{1,5}){0,2}(?:\/(?:tcp|udp))?)?$/
const isPlain = /^[A-Za-z]+[.,:;!?]?$/
