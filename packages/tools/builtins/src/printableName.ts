/**
 * Returns a file's name for a text: unchanged, or as a JSON string if it holds a blank, a quote, a backslash or an invisible character.
 * Anyone who makes a file chooses its name: a line break or an escape sequence in it could otherwise pass for the tool's own words.
 */
export const printableName = (name: string): string =>
  plain.test(name) ? name : JSON.stringify(name).replace(unseen, escaped)

const plain = /^[^\p{C}\p{Z}"\\]+$/u

/** The characters that JSON does not escape and that a reader does not see: controls, formatting and direction marks, odd blanks. */
const unseen = /(?! )[\p{C}\p{Z}]/gu

const escaped = (character: string) =>
  Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, "0")
    return `\\u${unit}`
  }).join("")
