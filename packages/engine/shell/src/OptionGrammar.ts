/** How a program that starts another one reads its own words, up to the name of that other program. */
export interface OptionGrammar {
  /** Letters that stand alone. */
  readonly flags?: string
  /** Letters that take a value, joined or as the next word. */
  readonly valued?: string
  readonly longFlags?: ReadonlyArray<string>
  /** Long options that take a value, joined by `=` or as the next word. */
  readonly longValued?: ReadonlyArray<string>
  /** How many words come between the options and the program. */
  readonly operands?: number
}

/** Where the words of the inner program begin; undefined where an option is not known, so that this cannot be said. */
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
