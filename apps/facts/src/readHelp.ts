import { stripVTControlCharacters } from "node:util"
import { type Described, type DescribedOption, dropDuplicates, pairShortNames } from "./Described.ts"

/**
 * Parses a `--help` text or a manual page: the options at the start of lines and in the usage, and the subcommands
 * under a heading for commands.
 */
export const readHelp = (text: string): Described => {
  const lines = withoutExamples(
    plain(text)
      .split("\n")
      .map((line) => line.slice(0, longestLine))
  )
  const defined = lines.flatMap((line, at) => (isProse(lines[at - 1], line) ? [] : definedIn(line)))
  return {
    options: dropDuplicates([...defined, ...usedIn(lines)]),
    subcommands: new Map(commandsIn(lines).map((name) => [name, { options: [], subcommands: new Map() }]))
  }
}

/** Removes the lines under a heading for examples, which may show options of other programs. */
const withoutExamples = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  let column: number | undefined
  return lines.filter((line) => {
    const at = line.search(/\S/)
    if (/^\s*(?:examples?|usage text):?\s*$/i.test(line)) column = at
    else if (column !== undefined && at !== -1 && at <= column) column = undefined
    return column === undefined
  })
}

/** The part of a line that is parsed. Options come first. */
const longestLine = 1000

/** Removes colours and overstruck letters. */
const plain = (text: string) =>
  stripVTControlCharacters(text)
    .replaceAll("\r", "")
    .replaceAll(/.[\b]/g, "")
    .replaceAll(/[\u2010\u2212]/g, "-")
    .replaceAll("\t", "        ")

/** Whether a line that starts with an option continues the prose of the line before. */
const isProse = (before: string | undefined, line: string): boolean => {
  const column = line.search(/\S/)
  if (before === undefined || column < 1 || /[^\s.!?]\s{2,}\S/.test(line)) return false
  const text = /^\s*-.*?\s{2,}(?=\S)/.exec(before)?.[0].length ?? (/^\s*-/.test(before) ? -1 : before.search(/\S/))
  return text === column && !/[:\])]\s*$/.test(before)
}

/** Returns the options that a line defines: `  -o, --output=FILE  writes to FILE`. */
const definedIn = (line: string): ReadonlyArray<DescribedOption> => {
  const trimmed = line.trimStart()
  if (!trimmed.startsWith("-") || /^-+$|^--? |^-{3}/.test(trimmed)) return []
  // Two blanks precede the description, unless they align the long name: `-a,  --all`.
  const head = trimmed.split(/(?<![,|])\s{2,}/, 1)[0] ?? ""
  const options = head
    .split(/,\s*|\s*\|\s*(?=-)|\s+or\s+|\s*\/\s*(?=-)|(?<=(?:^|[\s,|])-\S*(?:\s[<[A-Z]\S*)?)\s+(?=-{1,2}[A-Za-z])/)
    .flatMap(optionsIn)
  // GNU writes the value once, after the long name.
  const value = options.find((option) => option.value !== "")?.value ?? ""
  const all = options.map((option) =>
    option.value === "" && options.length > 1 && /^-[^-]$/.test(option.name) ? { ...option, value } : option
  )
  // Only a comma joins two names of one option: `-a | -b` are two.
  return /^-\S, *--/.test(head) && all.length === 2 ? pairShortNames(all) : all
}

const written = /^(-{1,2})(\[no-\]|\(no-\))?([A-Za-z0-9?#@][\w?#@.:+-]*)(.*)$/

/** Returns the options in a piece of a line: `--[no-]color[=WHEN]`. */
const optionsIn = (piece: string): ReadonlyArray<DescribedOption> => {
  const [, dashes = "", negatable, found = "", rest = ""] = written.exec(piece.trim()) ?? []
  const name = found.replace(/[.:]+$/, "")
  // `-NUM` and `-#` mean any number, and `--list-{a,b}` means several options.
  if (name === "" || name.endsWith("-") || (dashes === "-" && /^[A-Z]{2,}$|^(.)\1{2,}$|^#$/.test(name))) return []
  const value = /^\s*\[[^-]/.test(rest) ? "=?" : /^(?:=|\s*[<{A-Z]|\s+[a-z_]+$)/.test(rest) ? "=" : ""
  return [
    { name: `${dashes}${name}`, value },
    ...(negatable === undefined ? [] : [{ name: `${dashes}no-${name}`, value: "" as const }])
  ]
}

/** Returns the options in the usage: `usage: git [-v | --version] [-C <path>]`. */
const usedIn = (lines: ReadonlyArray<string>): ReadonlyArray<DescribedOption> => {
  const from = lines.findIndex((line) => /^\s*usage:/i.test(line))
  if (from === -1) return []
  const length = lines.slice(from).findIndex((line) => line.trim() === "")
  const usage = lines.slice(from, length === -1 ? undefined : from + length).join(" ")
  return [...usage.matchAll(/(?<=[[(|\s])(--?(?:\[no-\])?[A-Za-z][\w-]*)(\[=|=|\s+<)?/g)].flatMap(
    ([, option = "", value]) =>
      // Several letters after one dash may be a combination or a word.
      /^-[^-[].+/.test(option) ? [] : optionsIn(`${option}${value === undefined ? "" : value === "[=" ? "[=x]" : "=x"}`)
  )
}

const commandsIn = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names: Array<string> = []
  let isBeneath = false
  for (const line of lines) {
    if (/^\s{0,2}[A-Z][\w -]*\bcommands\b.*:?\s*$/i.test(line) || /^(?:sub)?commands:?\s*$/i.test(line))
      isBeneath = true
    else if (/^\S/.test(line) && !/^[a-z][\w-]+\s{2,}\S/.test(line)) isBeneath = false
    const [, name] = /^\s{0,8}([a-z][\w-]*)(?:,\s*[\w-]+)*(?:\s{2,}\S|\s*$)/.exec(line) ?? []
    if (isBeneath && name !== undefined) names.push(name)
  }
  return [...new Set(names)]
}
