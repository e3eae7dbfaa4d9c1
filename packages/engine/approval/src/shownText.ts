/**
 * Writes a text that somebody else chose as a JSON string that shows everything in it. A character that is invisible, or could
 * pass for something else, is written as its code units, such as `\u202e`. The result holds no line break.
 */
export const quoteText = (text: string): string => escapeText(JSON.stringify(text))

/** Escapes a text as `quoteText` does, without quotes: for a sentence that is ours or an operator's. */
export const escapeText = (text: string): string => (/^[ -~]*$/.test(text) ? text : text.replace(hidden, escaped))

/**
 * The characters that are escaped: controls, formatting and direction marks, halves of surrogate pairs, private and unassigned
 * characters, every blank and line end except the space, characters that are drawn as nothing, and enclosing marks. Besides
 * these, marks with no letter to sit on and towers of marks, because they are drawn over their neighbours.
 */
const hidden =
  /(?! )[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]\p{M}*|(?<![\p{L}\p{N}\p{M}])\p{M}+|\p{M}{5,}/gu

const escaped = (characters: string): string =>
  characters
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")
