/**
 * Returns the fault of an option in the notation of manuals, or `undefined`. `bundles`: a word with one dash is a
 * bundle of letters.
 */
export const findNotationFault = (word: string, bundles: boolean): string | undefined => {
  const name = word.replace(/(?:=>|=\?|=*)$/, "")
  if (/^-{3}|^--$/.test(name) || name === "") return "an option has one or two dashes and a name"
  if (/[^*],$/.test(word)) return "options are separated by blanks, without commas"
  if (/^-.*[<>{}|[\]]/.test(name.replace(/^-{1,2}\[no-\]/, "--")))
    return 'only the signs "=", "==", "=?", "=>", "[no-]" and a "*" at the end have a meaning: "--color[=WHEN]" is "--color=?"'
  if (word.startsWith("-") && name.includes("="))
    return `a value is not written out: ${JSON.stringify(`${name.slice(0, name.indexOf("="))}=`)} takes any, and rules under "values" say which do harm`
  if (/\*./.test(name)) return 'a "*" may only be at the end of a name'
  if (/={5}$/.test(word)) return "an option takes at most four words as its value"
  if (bundles && /^-[^-]/.test(word) && /[-,;/\\"'`*]/.test(name.slice(1)))
    return `with one dash, each character is an option; give the program "style: words" if "${name}" is one option`
  return undefined
}

/** Like `findNotationFault`, for the dangers of `open`, which are compared with the words of a command verbatim. */
export const findOpenNotationFault = (word: string): string | undefined =>
  /=[>?]?$/.test(word)
    ? 'options under "open" are written without their values: list letters that take a value in "valued"'
    : /\*./.test(word) || /[<>{}|[\]]/.test(word) || /.,$/.test(word)
      ? 'a word under "open" is an option, a word, or the beginning of a word with a "*" at its end'
      : undefined
