/** Returns the name of a program without the version at its end: `python` for `python3.12`. */
export const removeVersion = (name: string): string =>
  isDigit(name.charCodeAt(name.length - 1)) ? name.replace(/(?<![0-9]|[0-9]\.)-?[0-9]+(?:\.[0-9]+)*$/, "") : name

const isDigit = (code: number) => code >= 48 && code <= 57
