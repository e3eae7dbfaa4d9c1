/** Whether a program is started only to print its help or its version, which is harmless for every program. */
export const onlyDescribes = (argv: ReadonlyArray<string>): boolean =>
  argv.length === 2 && (argv[1] === "--help" || argv[1] === "--version")
