/**
 * Returns a file name for display: unchanged, or as JSON if it contains spaces, quotes, backslashes or invisible characters. Otherwise, a
 * line break or escape sequence in a name could imitate the tool's own text.
 */
export const formatName = (name: string): string =>
  plain.test(name) ? name : JSON.stringify(name).replace(unseen, escaped)

const plain = /^[^\p{C}\p{Z}"\\]+$/u

/** Invisible characters that JSON does not escape: controls, formatting and direction marks, unusual spaces. */
const unseen = /(?! )[\p{C}\p{Z}]/gu

const escaped = (character: string) =>
  Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, "0")
    return `\\u${unit}`
  }).join("")
