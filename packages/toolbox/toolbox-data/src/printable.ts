/** Returns a text without what would forge lines or steer a terminal. */
export const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd")
