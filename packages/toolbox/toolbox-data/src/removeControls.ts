/** Removes characters that could fake lines or control a terminal. */
export const removeControls = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd")
