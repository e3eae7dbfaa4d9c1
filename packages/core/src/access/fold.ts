/**
 * Folds the case of a name for comparison. Works per character, so that a part of a text folds as it does within the whole
 * text.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { fold } from "@toolgate/core/access"
 *
 * // A file system that ignores case treats these two names as one.
 * assert.equal(fold("ÉTÉ.txt"), fold("été.TXT"))
 * ```
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
