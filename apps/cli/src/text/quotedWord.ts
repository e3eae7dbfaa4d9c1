/** Returns a word with the quotes that a shell needs. */
export const quotedWord = (word: string): string =>
  /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
