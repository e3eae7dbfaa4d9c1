/**
 * Returns text in which nothing can imitate the beginning of a line of this program, wherever a terminal breaks the
 * lines.
 */
export const notOurs = (text: string): string => text.replaceAll(ours, "\\u003a")

/** The length of the text before a character that decides whether the character is escaped. */
export const oursLength = "toolgate".length

const ours = /(?<=toolgate):/gi
