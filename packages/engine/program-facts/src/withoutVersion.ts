/** Returns the name of a program without the version at its end: `python` for `python3.12`. */
export const withoutVersion = (name: string): string => name.replace(/(?<![0-9]|[0-9]\.)-?[0-9]+(?:\.[0-9]+)*$/, "")
