/**
 * Returns a text without characters that nobody sees: those of no width, of directions, of tags and for private use. What joins the
 * letters of some scripts and the parts of an emoji stays.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(/(?!\u200c|\u200d|\ufe0f)[\p{DI}\p{Bidi_C}\p{Co}]/gu, "")
