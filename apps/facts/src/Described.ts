/** An option as a manual writes it. */
export interface DescribedOption {
  /** The name with its dashes: `-o`, `--output`. */
  readonly name: string
  /** The value, in the notation of a program's file: none, `=`, or `=?` for a value that only stands in the same word. */
  readonly value: "" | "=" | "=?"
  /** The short name of the same option, if this is its long one: `-o` for `--output`. */
  readonly short?: string
}

/** The options and subcommands that a program or a subcommand has, according to a manual. */
export interface Described {
  readonly options: ReadonlyArray<DescribedOption>
  /** The subcommands by their names, with blanks between the names of one. */
  readonly subcommands: ReadonlyMap<string, Described>
}

/** Returns the options of one definition, each long name with the short one beside it. */
export const withShort = (options: ReadonlyArray<DescribedOption>): ReadonlyArray<DescribedOption> => {
  const shorts = options.filter(({ name }) => /^-[^-]$/.test(name))
  const [short] = shorts
  if (short === undefined || shorts.length > 1) return options
  return options.map((one) => (one.name.startsWith("--") ? { ...one, short: short.name } : one))
}

/** Returns the options without those whose name came before. */
export const distinct = (options: ReadonlyArray<DescribedOption>): ReadonlyArray<DescribedOption> => {
  const seen = new Set<string>()
  return options.filter(({ name }) => !seen.has(name) && seen.add(name))
}
