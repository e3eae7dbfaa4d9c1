/**
 * Returns text in which nothing can imitate the beginning of a line of this program, wherever a terminal breaks the
 * lines.
 */
export const escapePrefix = (text: string): string => text.replaceAll(ours, "\\u003a")

/** The length of the text before a character that decides whether the character is escaped. */
export const prefixLength = "toolgate".length

const ours = /(?<=toolgate):/gi
