const star = Symbol("star")
type Token = string | typeof star

/**
 * Whether a loose word of this form may expand to `word`. `*` in the form stands for characters of one name, `**` for
 * any characters. Takes time proportional to the product of both lengths if the form does not contain `**`.
 */
export const fitsForm = (form: string, word: string): boolean => {
  if (form.replaceAll(/\\./gsu, "").includes("**")) return fitsDeep(form, word)
  const [forms, names] = [form.split("/"), word.split("/")]
  return forms.length === names.length && forms.every((one, i) => fitsName(tokensOf(one), names[i] ?? ""))
}

// Any number of folders may replace the stars, so only the text before and after them has to match.
const fitsDeep = (form: string, word: string) => {
  const tokens = tokensOf(form)
  const before = tokens.slice(0, tokens.indexOf(star)).join("")
  const after = tokens.slice(tokens.lastIndexOf(star) + 1).join("")
  return word.startsWith(before) && word.endsWith(after)
}

const tokensOf = (form: string): ReadonlyArray<Token> =>
  [...form.matchAll(/\\(.)|\*|[^\\*]/gsu)].map(([whole, escaped]) => escaped ?? (whole === "*" ? star : whole))

const fitsName = (tokens: ReadonlyArray<Token>, name: string): boolean => {
  const characters = [...name]
  let at = 0
  let character = 0
  let lastStar = -1
  let starCharacter = 0
  while (character < characters.length) {
    const token = tokens[at]
    if (token === star) {
      lastStar = at++
      starCharacter = character
    } else if (token !== undefined && token === characters[character]) {
      at++
      character++
    } else if (lastStar >= 0) {
      at = lastStar + 1
      character = ++starCharacter
    } else return false
  }
  while (tokens[at] === star) at++
  return at === tokens.length
}
