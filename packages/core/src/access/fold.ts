/**
 * Returns a name in the form in which names are compared where upper and lower case are equal. Folding works character
 * by character, so that a part of a text folds alone as it folds within the whole text.
 */
export const fold = (text: string): string => {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase()
  let folded = ""
  for (const character of text.normalize("NFC")) {
    const lower = character.toUpperCase().toLowerCase()
    // A character that would become several, as "ß" does, stays as it is.
    folded += [...lower].length === 1 ? lower : character
  }
  return folded
}
