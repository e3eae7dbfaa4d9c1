/**
 * A text somebody else chose, as a JSON string in which everything stands that is in it and nothing hides: what is not to be
 * seen, or could pass for something else, is written as its code units, `\u202e`. It holds no line break.
 */
export const quotedText = (text: string): string => plainText(JSON.stringify(text))

/** The same without the quotes, for a sentence that is ours or an operator's. */
export const plainText = (text: string): string => (/^[ -~]*$/.test(text) ? text : text.replace(hidden, escaped))

/**
 * Controls, formatting and direction marks, half characters, private and unassigned ones, every blank and line end but the
 * space, whatever is drawn as nothing, and marks that enclose. Besides them, marks with no letter to sit on, and towers of
 * marks: they are drawn over what stands beside them.
 */
const hidden =
  /(?! )[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]\p{M}*|(?<![\p{L}\p{N}\p{M}])\p{M}+|\p{M}{5,}/gu

const escaped = (characters: string): string =>
  characters
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")
