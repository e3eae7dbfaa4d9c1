/**
 * Returns a check that gives a reason when a program has neither a subcommand nor an operand, unless one of its options
 * makes it only print.
 */
export const alone =
  (reason: string, printing: ReadonlyArray<string> = []) =>
  (given: ReadonlySet<string>, operands: ReadonlyArray<string>): string | undefined =>
    operands.length > 0 ? undefined : unlessPrinting(reason, printing)(given)

/**
 * Returns a check that gives a reason whatever the operands are, unless one of the program's options makes it only
 * print.
 */
export const unlessPrinting =
  (reason: string, printing: ReadonlyArray<string> = []) =>
  (given: ReadonlySet<string>): string | undefined =>
    ["-h", "--help", "-v", "--version", ...printing].some((one) => given.has(one)) ? undefined : reason
