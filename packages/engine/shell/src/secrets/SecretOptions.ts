/** Where a program takes its secrets from its own words. */
export interface SecretOptions {
  /** The manual that says so. */
  readonly source: string
  /** Subcommands that stand before the words that are meant, in this order. */
  readonly after?: ReadonlyArray<string>
  /** Options whose value is a secret: `-a secret`, `-asecret`, `--pass secret`, `--pass=secret`; a word without a dash too; joined to one that ends in `:`. */
  readonly options?: ReadonlyArray<string>
  /** Letters whose value is a secret where it is joined to them, and no value where it is not: `mysql -psecret`. */
  readonly joined?: ReadonlyArray<string>
  /** Options whose value ends in a secret, behind the first of this mark: `curl -u name:secret`. */
  readonly behind?: { readonly mark: Mark; readonly options: ReadonlyArray<string> }
  /** The operands that are secrets, from this one on, counted from 1 behind the subcommands; or the last one of all. */
  readonly operands?: number | "last"
  /** The operands are secrets only behind the first of this mark: `name=secret`. */
  readonly operandMark?: Mark
  /** The letter or option without which the operands are no secrets: `htpasswd -b`. */
  readonly flag?: string
}

type Mark = ":" | "=" | "%" | "," | "/" | "pass:"

/** The facts of several programs, their names and options as words in one text. */
export type SecretRow = readonly [programs: string, facts: SecretOptions]

/** One row of a table. */
export const takes = (
  source: string,
  programs: string,
  { options, joined, behind, after, ...others }: RowFacts
): SecretRow => [
  programs,
  {
    source,
    ...others,
    ...(options === undefined ? {} : { options: options.split(" ") }),
    ...(joined === undefined ? {} : { joined: joined.split(" ") }),
    ...(behind === undefined ? {} : { behind: { mark: behind[0], options: behind[1].split(" ") } }),
    ...(after === undefined ? {} : { after: after.split(" ") })
  }
]

interface RowFacts extends Pick<SecretOptions, "operands" | "operandMark" | "flag"> {
  readonly after?: string
  readonly options?: string
  readonly joined?: string
  readonly behind?: readonly [mark: Mark, options: string]
}
