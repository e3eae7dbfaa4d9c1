/**
 * Quotes a foreign text as a JSON string that shows everything in it. Invisible and misleading characters become code
 * units such as `\u202e`. The result has no line breaks.
 */
export const quoteText = (text: string): string => escapeText(JSON.stringify(text))

/** Escapes a text like `quoteText`, without quotes: for sentences by us or an operator. */
export const escapeText = (text: string): string => (/^[ -~]*$/.test(text) ? text : text.replace(hidden, escaped))

/**
 * The characters to escape: controls, formatting and direction marks, lone surrogates, private and unassigned characters,
 * all blanks and line ends except the space, characters without a glyph, and enclosing marks. Also marks without a base
 * letter and stacks of marks, because they are drawn over their neighbours.
 */
const hidden =
  /(?! )[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]\p{M}*|(?<![\p{L}\p{N}\p{M}])\p{M}+|\p{M}{5,}/gu

const escaped = (characters: string): string =>
  characters
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")
