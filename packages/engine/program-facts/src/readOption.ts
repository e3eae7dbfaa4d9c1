/** An option as a program's file writes it. */
export interface WrittenOption {
  /** The name with its dashes. A `*` at its end stands for any further characters. */
  readonly name: string
  /**
   * The number of words that the option takes as its value. `joined`: a value must be in the same word. `program`: the
   * words after the option are those of another program.
   */
  readonly takes: number | "joined" | "program"
}

const notation = /^(-{1,2}|)(\[no-\])?(.*?)(=>|=\?|=*)$/s

/**
 * Reads the options of one word of a list. `bundles`: in a word with one dash, each letter is an option, so that
 * `-abn=` are three.
 */
export const readOption = (word: string, bundles: boolean): ReadonlyArray<WrittenOption> => {
  const [, dashes = "", negatable, name = "", value = ""] = notation.exec(word) ?? []
  if (word === "-") return [{ name: word, takes: 0 }]
  if (name === "") return []
  const takes: WrittenOption["takes"] = value === "=>" ? "program" : value === "=?" ? "joined" : value.length
  const options: ReadonlyArray<WrittenOption> =
    bundles && dashes === "-" ? splitBundle(name, takes) : [{ name: `${dashes}${name}`, takes }]
  return negatable === undefined ? options : [...options, { name: `${dashes}no-${name}`, takes: 0 }]
}

/** Returns the letters of a bundle. The last may take a value. */
const splitBundle = (letters: string, takes: WrittenOption["takes"]): ReadonlyArray<WrittenOption> => [
  ...[...letters.slice(0, -1)].map((letter): WrittenOption => ({ name: `-${letter}`, takes: 0 })),
  { name: `-${letters.slice(-1)}`, takes }
]
