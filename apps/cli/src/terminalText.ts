/**
 * Text in which nothing is left that a terminal obeys: control characters and direction marks are shown as JSON writes
 * them. Line ends and tabs stay.
 */
export const terminalText = (text: string): string => text.replaceAll(obeyed, escaped)

/** A line of a file in which nothing hides: what is not drawn, or could pass for something else, is written as its code units. Tabs stay. */
export const visibleText = (line: string): string =>
  /^[\t -~]*$/.test(line) ? line : line.replace(hidden, (found) => found.split("").map(escaped).join(""))

/** A value as one line of JSON, with everything escaped that some reader takes for a line end or a terminal obeys. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value).replaceAll(unseen, escaped)}\n`

/** Where every character stands for itself, in JSON that a person reads. */
export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll(unseen, escaped)

// A carriage return before a line feed is half of a line end; alone it lets what follows overwrite the line.
const obeyed = /\r(?!\n)|(?![\n\t\r])[\p{Cc}\p{Bidi_Control}]/gu

// JSON.stringify escapes the controls below U+0020 itself, and leaves these.
const unseen = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

// As the gate writes its questions: controls, direction and formatting marks, blanks that are no space, and loose marks.
const hidden =
  /(?![ \t])[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]\p{M}*|(?<![\p{L}\p{N}\p{M}])\p{M}+|\p{M}{5,}/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
