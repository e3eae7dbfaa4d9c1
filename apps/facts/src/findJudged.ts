import { type ListedWords, type ProgramFile, readOption } from "@toolgate/program-facts/reading"

/** The options of a program or subcommand that a file judges. */
export interface Judged {
  /** The names. A `*` at the end matches any further characters. */
  readonly names: ReadonlySet<string>
  /** The options of the subcommands, which a subcommand's page may list too. */
  readonly beneath: ReadonlySet<string>
  /** Whether the options are letters that can be combined. */
  readonly bundles: boolean
  /** Whether two dashes mean the same as one. */
  readonly anyDashes: boolean
  /** The synonyms of the program and its subcommands so far. */
  readonly synonyms: ReadonlyArray<ReadonlyArray<string>>
}

/**
 * Returns the options that a file judges for a subcommand; `undefined` if it does not list them, or if all words belong
 * to another program.
 */
export const findJudged = (file: ProgramFile, path: ReadonlyArray<string>): Judged | undefined => {
  if (file.rest === "anyone" && file.options === undefined && file.dangers === undefined) return undefined
  let words: ListedWords = file
  let { style } = file
  let inherited: ReadonlyArray<string> = []
  let own = namesIn(words, style, file)
  const synonyms = synonymsIn(words)
  for (const name of path) {
    if (words.everywhere === true) inherited = [...inherited, ...own]
    const found = Object.entries(words.subcommands ?? {}).findLast(([key]) => key.split(" ").includes(name))?.[1]
    // The words belong to another program, or to an unknown script.
    if (found === undefined || found.isProgram === true || found.rest === "anyone") return undefined
    words = found
    style = words.style ?? style
    own = namesIn(words, style)
    synonyms.push(...synonymsIn(words))
  }
  const beneath =
    path.length === 0 ? [] : Object.values(words.subcommands ?? {}).flatMap((each) => namesIn(each, style))
  const names = new Set(["--help", ...inherited, ...own])
  return { names, beneath: new Set(beneath), bundles: style === undefined, anyDashes: style === "dashes", synonyms }
}

const synonymsIn = ({ synonyms = [] }: ListedWords): Array<ReadonlyArray<string>> =>
  synonyms.map((names) => names.split(/\s+/).map((name) => name.replace(/=\??$/, "")))

const namesIn = (
  { options = "", dangers = {}, readsMore = {} }: ListedWords,
  style: string | undefined,
  { open, also }: Partial<ProgramFile> = {}
) => {
  const bundles = (open?.style ?? style) === undefined
  const texts = [
    options,
    ...[dangers, readsMore, open?.dangers ?? {}, also?.dangers ?? {}].flatMap((each) => Object.values(each)),
    [...(open?.valued ?? "")].map((letter) => `-${letter}`).join(" ")
  ]
  return texts
    .flatMap((text) => text.split(/\s+/))
    .flatMap((word) => readOption(word, bundles))
    .map(({ name }) => name)
}

/** Whether an option of a manual is judged. */
export const isJudged = ({ names, beneath, bundles, anyDashes }: Judged, option: string): boolean => {
  const name = anyDashes ? option.replace(/^--/, "-") : option
  // In a combination, a value or another letter follows the first letter: `-O2`.
  const spellings = bundles && /^-[^-]/.test(name) ? [name.slice(0, 2)] : [name]
  return spellings.some(
    (one) =>
      names.has(one) ||
      beneath.has(one) ||
      [...names].some((each) => (each.endsWith("*") && one.startsWith(each.slice(0, -1))) || each.startsWith(`${one}:`))
  )
}
