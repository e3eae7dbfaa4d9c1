/**
 * Folds the case of a name for comparison. Works per character, so that a part of a text folds as it does within the whole
 * text.
 */
export const fold = (text: string): string => {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase()
  let folded = ""
  for (const character of text.normalize("NFC")) {
    const lower = character.toUpperCase().toLowerCase()
    // Characters that would become several, such as "ß", stay unchanged.
    folded += [...lower].length === 1 ? lower : character
  }
  return folded
}
