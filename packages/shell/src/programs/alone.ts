/** Why a program does harm without a subcommand, unless one of its options has it print. */
export const alone =
  (reason: string, printing: ReadonlyArray<string> = []) =>
  (given: ReadonlySet<string>): string | undefined =>
    ["-h", "--help", "-v", "-V", "--version", ...printing].some((one) => given.has(one)) ? undefined : reason
