import { type ClosedList, type CommandPosition, readOption, readPattern } from "@toolgate/program-facts"
import { startingCode } from "../programs/findStartingWords.ts"
import type { ActReader } from "../readAct.ts"
import { takeWords } from "../readLaunch.ts"

/** The commands and texts that a program starts, at the positions in its file. */
export interface FoundCommands {
  /** The commands, each as the indexes of its first word and of the word after its last. */
  readonly commands: Array<{ readonly from: number; readonly to: number }>
  readonly texts: Array<string>
  /** The words of code that may start commands. Each may begin one. */
  readonly codes: Array<ReadonlyArray<string>>
  /** The index of the first word that may begin a command whose place is not known. */
  anywhere?: number
}

/** Finds the commands and texts at the positions that a program's file lists. */
export const findLocatedCommands = (reader: ActReader, argv: ReadonlyArray<string>): FoundCommands => {
  const { options, operands } = reader.read()
  const placed: FoundCommands = { commands: [], texts: [], codes: [] }
  const { dashes, doubt } = reader
  for (const { list, operands: before } of reader.entered) {
    for (const place of placesOf(list)) {
      if (place.of !== undefined) {
        const names = namesIn(place, reader.style)
        for (const { name, value, option, at } of options)
          if (names.some((one) => reader.plainName(one) === name))
            addOption(placed, place, argv, option, option === at ? value : undefined)
        continue
      }
      const first = place.from === "--" ? undefined : operands[before + (place.from ?? 1) - 1]?.at
      const start = place.from === "--" ? dashes && dashes + 1 : first
      // The operand before the command may be the value of an unknown option.
      if (doubt !== undefined && (start ?? argv.length) > doubt) placed.anywhere ??= doubt + 1
      if (start === undefined) continue
      if (place.as === "texts" || place.as === "code")
        for (const { word, at } of operands) addText(placed, place, at < start ? undefined : word)
      else add(placed, place, argv, start)
    }
  }
  for (const from of reader.programs) if (from < argv.length) placed.commands.push({ from, to: argv.length })
  const { joined } = reader
  if (joined !== undefined) placed.texts.push([joined.word, ...argv.slice(joined.at + 1)].join(" "))
  // The subcommand is unknown. In most programs, words after dashes are a command.
  if (reader.unknown !== undefined && dashes !== undefined) placed.commands.push({ from: dashes + 1, to: argv.length })
  return placed
}

const places = new WeakMap<ClosedList, ReadonlyArray<CommandPosition>>()

/** Returns the positions of a list, including those of `rest`. */
const placesOf = (list: ClosedList): ReadonlyArray<CommandPosition> => {
  let found = places.get(list)
  if (found === undefined) {
    const { commands = [], rest, before = 0 } = list
    found = [
      ...commands,
      ...(rest === "command" ? [{ from: before + 1 }] : []),
      ...(rest === "behind dashes" ? [{ from: "--" } as const] : [])
    ]
    places.set(list, found)
  }
  return found
}

const addOption = (
  placed: FoundCommands,
  place: CommandPosition,
  argv: ReadonlyArray<string>,
  option: number,
  joined: string | undefined
) => {
  if (joined !== undefined)
    addText(placed, place, place.as === "words" ? [joined, ...argv.slice(option + 1)].join(" ") : joined)
  else if (place.as === "words") add(placed, place, argv, option + 1)
  else addText(placed, place, argv[option + 1])
}

const add = (placed: FoundCommands, place: CommandPosition, argv: ReadonlyArray<string>, from: number) => {
  const { to } = takeWords(argv, place, from)
  const isText = (place.as ?? "words") === "text"
  if (isText || /[\s;&|]/.test(argv[from] ?? "")) addText(placed, place, argv.slice(from, to).join(" "))
  if (!isText && from < to) placed.commands.push({ from, to })
}

const punctuation = /[\s;&|(){}[\],`'"<>$%\\]+/

const addText = (placed: FoundCommands, place: CommandPosition, word: string | undefined) => {
  if (word === undefined) return
  if (place.as === "code") {
    if (startingCode.test(word)) placed.codes.push(word.split(punctuation).filter((part) => part !== ""))
    return
  }
  const text = place.as === "base64" ? decoded(word) : word
  const texts =
    place.matches === undefined
      ? [text]
      : Array.from(text.matchAll(patternOf(place)), (found) => found.findLast((group) => group !== undefined) ?? "")
  for (const one of texts) placed.texts.push(place.prefix === undefined ? one : `${place.prefix} ${one}`)
}

const named = new WeakMap<CommandPosition, ReadonlyArray<string>>()

const namesIn = (place: CommandPosition, style: ClosedList["style"]): ReadonlyArray<string> => {
  let names = named.get(place)
  if (names === undefined) {
    names = (place.of ?? "")
      .split(/\s+/)
      .flatMap((word) => readOption(word, style === undefined).map(({ name }) => name))
    named.set(place, names)
  }
  return names
}

const patterns = new WeakMap<CommandPosition, RegExp>()

const patternOf = (place: CommandPosition): RegExp => {
  let pattern = patterns.get(place)
  if (pattern === undefined) {
    const { source, flags } = readPattern(place.matches ?? "/^/")
    pattern = new RegExp(source, `g${flags}`)
    patterns.set(place, pattern)
  }
  return pattern
}

/** Decodes a text from Base64 and UTF-16; empty for any other text. */
const decoded = (word: string): string => {
  try {
    const bytes = Uint8Array.from(atob(word), (letter) => letter.charCodeAt(0))
    return new TextDecoder("utf-16le").decode(bytes)
  } catch {
    return ""
  }
}
