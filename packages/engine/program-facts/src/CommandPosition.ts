/** The position, among a program's words, of a command that the program starts. */
export interface CommandPosition {
  /** The options whose value is the command. */
  readonly of?: string
  /** The first operand that belongs to the command, counted from 1; or `--` for a command after the dashes. */
  readonly from?: number | "--"
  /**
   * The form of the command. `words`: each word is a word of the command. `text`: a text for a shell, whose pieces are
   * joined by blanks. `texts`: each word is a text. `base64`: a text in the encoding of PowerShell.
   */
  readonly as?: "words" | "text" | "texts" | "code" | "base64"
  /** The words that end the command: `;` alone, or `+` behind `{}` as `{} +`. */
  readonly until?: ReadonlyArray<string>
  /** The pattern of a word that contains a command. The last group that matches is the text. */
  readonly matches?: string
  /** The words that the program itself adds before the text. */
  readonly prefix?: string
  /** The reason why some started commands are unknown: the end of a sentence that begins with the program. */
  readonly doubt?: string
}
