/** The words in which a command takes secrets. */
export interface SecretOptions {
  /** The manual that describes these words. */
  readonly source: string
  /** The subcommands that must precede these words, in this order. */
  readonly after?: ReadonlyArray<string>
  /**
   * The options whose value is a secret: `-a secret`, `-asecret`, `--pass secret`, `--pass=secret`. Also words without
   * a dash, and words that end in `:`, to which the value is joined.
   */
  readonly options?: ReadonlyArray<string>
  /** Whether options of several letters have one dash, so that no value is joined to one: `openssl req -key file`. */
  readonly hasLongOptions?: true
  /** The letters that take a secret only if it is joined to them, as in `mysql -psecret`. */
  readonly joined?: ReadonlyArray<string>
  /** The options whose value ends in a secret after its first separator: `curl -u name:secret`. */
  readonly behind?: { readonly mark: Mark; readonly options: ReadonlyArray<string> }
  /**
   * The first operand that is a secret, counted from 1 after the subcommands; all later operands are secrets too. Or
   * only the last operand.
   */
  readonly operands?: number | "last"
  /** The mark in an operand after which the secret begins: `name=secret`. Without it, the whole operand is a secret. */
  readonly operandMark?: Mark
  /** The letter or option that makes the operands secrets: `htpasswd -b`. */
  readonly flag?: string
}

type Mark = ":" | "=" | "%" | "," | "/" | "pass:"

/** A row of the table: the secrets of several programs. Names, options and subcommands are separated by blanks. */
export interface SecretRow
  extends Pick<SecretOptions, "source" | "operands" | "operandMark" | "flag" | "hasLongOptions"> {
  readonly programs: string
  readonly after?: string
  readonly options?: string
  readonly joined?: string
  /** The mark that precedes the secret in values of the options in `behind`. */
  readonly mark?: Mark
  readonly behind?: string
}
