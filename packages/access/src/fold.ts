/**
 * How names are compared where upper and lower case are the same. Character by character, so that a piece of a text folds as
 * it does within the whole.
 */
export const fold = (text: string): string => {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase()
  let folded = ""
  for (const character of text.normalize("NFC")) {
    const lower = character.toUpperCase().toLowerCase()
    // What grows when it is folded, as "ß" does, is left as it is.
    folded += [...lower].length === 1 ? lower : character
  }
  return folded
}
