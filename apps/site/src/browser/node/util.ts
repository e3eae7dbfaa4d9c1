export const toUSVString = (text: string): string => text.toWellFormed()
