/**
 * Removes invisible characters: zero-width, direction, tag and private-use characters. Keeps joiners of scripts and
 * emoji.
 */
export const removeInvisible = (text: string): string =>
  text.replace(/(?!\u200c|\u200d|\ufe0f)[\p{DI}\p{Bidi_C}\p{Co}]/gu, "")
