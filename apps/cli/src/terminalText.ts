/**
 * Text in which nothing is left that a terminal obeys: control characters and direction marks are shown as JSON writes
 * them. Line ends and tabs stay.
 */
export const terminalText = (text: string): string => text.replaceAll(obeyed, escaped)

/** A value as one line of JSON, with everything escaped that some reader takes for a line end or a terminal obeys. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value).replaceAll(unseen, escaped)}\n`

/** Where every character stands for itself, in JSON that a person reads. */
export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll(unseen, escaped)

// A carriage return before a line feed is half of a line end; alone it lets what follows overwrite the line.
const obeyed = /\r(?!\n)|(?![\n\t\r])[\p{Cc}\p{Bidi_Control}]/gu

// JSON.stringify escapes the controls below U+0020 itself, and leaves these.
const unseen = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
