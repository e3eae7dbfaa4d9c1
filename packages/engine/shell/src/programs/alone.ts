/** Why a program does harm without a subcommand and an operand, unless one of its options has it print. */
export const alone =
  (reason: string, printing: ReadonlyArray<string> = []) =>
  (given: ReadonlySet<string>, operands: ReadonlyArray<string>): string | undefined =>
    operands.length > 0 ? undefined : whatever(reason, printing)(given)

/** Why a program does harm whatever its operands are, unless one of its options has it print. */
export const whatever =
  (reason: string, printing: ReadonlyArray<string> = []) =>
  (given: ReadonlySet<string>): string | undefined =>
    ["-h", "--help", "-v", "--version", ...printing].some((one) => given.has(one)) ? undefined : reason
