/** An option as written in a manual. */
export interface DescribedOption {
  /** The name with its dashes: `-o`, `--output`. */
  readonly name: string
  /** The value in a program file's notation: empty, `=`, or `=?` for a value in the same word only. */
  readonly value: "" | "=" | "=?"
  /** The short name of a long option: `-o` for `--output`. */
  readonly short?: string
}

/** The options and subcommands of a program or subcommand, according to a manual. */
export interface Described {
  readonly options: ReadonlyArray<DescribedOption>
  /** The subcommands by name, with blanks between nested names. */
  readonly subcommands: ReadonlyMap<string, Described>
}

/** Pairs each long option of a definition with the short one beside it. */
export const pairShortNames = (options: ReadonlyArray<DescribedOption>): ReadonlyArray<DescribedOption> => {
  const shorts = options.filter(({ name }) => /^-[^-]$/.test(name))
  const [short] = shorts
  if (short === undefined || shorts.length > 1) return options
  return options.map((one) => (one.name.startsWith("--") ? { ...one, short: short.name } : one))
}

/** Removes options whose name occurs earlier. */
export const dropDuplicates = (options: ReadonlyArray<DescribedOption>): ReadonlyArray<DescribedOption> => {
  const seen = new Set<string>()
  return options.filter(({ name }) => !seen.has(name) && seen.add(name))
}
