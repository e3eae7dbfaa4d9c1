/** A place among the words of a program in which a command stands that the program starts. */
export interface CommandPlace {
  /** The options whose value holds the command. */
  readonly of?: string
  /** The first operand that belongs to the command, counted from 1, or `--`: the command stands after the dashes. */
  readonly from?: number | "--"
  /**
   * The form of the command. `words`: each word is one of its words. `text`: a text for a shell, whose pieces are joined
   * by blanks. `texts`: each word is a text. `base64`: a text in the encoding of PowerShell.
   */
  readonly as?: "words" | "text" | "texts" | "code" | "base64"
  /** The words that end the command: `;` alone, or `+` behind `{}` as `{} +`. */
  readonly until?: ReadonlyArray<string>
  /** The pattern of a word that holds a command. The last group that matches is the text. */
  readonly matches?: string
  /** The words before the text, which the program puts there itself. */
  readonly prefix?: string
  /** The reason why not everything that is started is known: the end of a sentence that begins with the program. */
  readonly doubt?: string
}
