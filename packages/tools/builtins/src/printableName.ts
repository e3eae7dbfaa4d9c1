/**
 * A file's name as text in which it stays one name: as it is, or as a JSON string where it holds a blank, a quote, a
 * backslash, or a character that is not to be seen. Names are chosen by whoever makes the files, and a line break or an
 * escape sequence in one would otherwise speak in the tool's voice.
 */
export const printableName = (name: string): string =>
  plain.test(name) ? name : JSON.stringify(name).replace(unseen, escaped)

const plain = /^[^\p{C}\p{Z}"\\]+$/u

/** What JSON leaves as it is and a reader does not see: controls, formatting and direction marks, odd blanks. */
const unseen = /(?! )[\p{C}\p{Z}]/gu

const escaped = (character: string) =>
  Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, "0")
    return `\\u${unit}`
  }).join("")
