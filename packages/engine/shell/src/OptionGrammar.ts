/** The options of a program that starts another program, up to that program's name. */
export interface OptionGrammar {
  /** The letters of the options that take no value. */
  readonly flags?: string
  /** The letters of the options that take a value, joined or as the next word. */
  readonly valued?: string
  readonly longFlags?: ReadonlyArray<string>
  /** The long options that take a value, joined by `=` or as the next word. */
  readonly longValued?: ReadonlyArray<string>
  /** The number of words between the options and the program. */
  readonly operands?: number
}

/** Returns the index at which the words of the inner program begin, or `undefined` when an option is not known. */
export const innerStart = (argv: ReadonlyArray<string>, grammar: OptionGrammar, from = 1): number | undefined => {
  const { flags = "", valued = "", longFlags = [], longValued = [], operands = 0 } = grammar
  let at = from
  for (;;) {
    const word = argv[at]
    if (word === undefined || !word.startsWith("-") || word === "-") break
    at++
    if (word === "--") break
    if (word.startsWith("--")) {
      const [name = "", value] = word.slice(2).split("=", 2)
      if (longValued.includes(name)) at += value === undefined ? 1 : 0
      else if (value !== undefined || !longFlags.includes(name)) return undefined
      continue
    }
    for (let letter = 1; letter < word.length; letter++) {
      const option = word.charAt(letter)
      if (valued.includes(option)) {
        if (letter === word.length - 1) at++
        break
      }
      if (!flags.includes(option)) return undefined
    }
  }
  return at + operands
}
