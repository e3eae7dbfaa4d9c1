/**
 * Returns the texts of `length` characters with which matches of a regular expression may begin: `gh[ps]_` begins with
 * `gh`. A shorter text stands for a shorter match. Supports only the syntax that the token forms use.
 */
export const findBeginnings = (source: string, length: number): ReadonlySet<string> => {
  if (length === 0 || source === "") return new Set([""])
  const end = endOfAtom(source)
  if (/^\(\?<?[=!]/.test(source)) return findBeginnings(source.slice(end), length)
  const atom = source.slice(0, end)
  const quantifier = /^(?:[?*+]|\{\d+(?:,\d*)?\}|)/.exec(source.slice(end))?.[0] ?? ""
  const [least, most] = timesOf(quantifier, length)
  const rest = source.slice(end + quantifier.length)
  const found = new Set<string>()
  for (let times = least; times <= most; times++)
    for (const one of times === 0
      ? findBeginnings(rest, length)
      : afterAtom(atom, atom.repeat(times - 1) + rest, length))
      found.add(one)
  return found
}

/** Returns the minimum and maximum repetitions of a quantifier, capped at `enough`. */
const timesOf = (quantifier: string, enough: number): readonly [least: number, most: number] => {
  if (quantifier === "") return [1, 1]
  if (!quantifier.startsWith("{")) return [quantifier === "+" ? 1 : 0, quantifier === "?" ? 1 : enough]
  const [least = "", most = least] = quantifier.slice(1, -1).split(",")
  return [Math.min(Number(least), enough), most === "" ? enough : Math.min(Number(most), enough)]
}

const afterAtom = (atom: string, rest: string, length: number): ReadonlySet<string> => {
  if (atom.startsWith("("))
    return new Set(
      alternatives(atom.replace(/^\((?:\?:)?/, "").slice(0, -1)).flatMap((one) => [
        ...findBeginnings(one + rest, length)
      ])
    )
  const next = [...findBeginnings(rest, length - 1)]
  return new Set(charactersOf(atom).flatMap((one) => next.map((others) => one + others)))
}

/** Returns the ASCII characters that a character or class matches. */
const charactersOf = (atom: string): ReadonlyArray<string> => {
  const before = known.get(atom)
  if (before !== undefined) return before
  const characters = ascii.match(new RegExp(atom, "g")) ?? []
  known.set(atom, characters)
  return characters
}

const ascii = String.fromCharCode(...Array(128).keys())
/** A cache, because the forms share a few classes. */
const known = new Map<string, ReadonlyArray<string>>()

/** Returns the end of the first character, class or group of a regular expression. */
const endOfAtom = (source: string): number => {
  if (source.startsWith("\\")) return 2
  if (source.startsWith("[")) return classEnd(source, 0)
  if (!source.startsWith("(")) return 1
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    if (source[at] === "\\") at++
    else if (source[at] === "[") at = classEnd(source, at) - 1
    else if (source[at] === "(") depth++
    else if (source[at] === ")" && --depth === 0) return at + 1
  }
  return source.length
}

const classEnd = (source: string, from: number): number => {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === "\\") at++
    else if (source[at] === "]") return at + 1
  }
  return source.length
}

const alternatives = (source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let from = 0
  for (let at = 0; at < source.length; at++) {
    if (source[at] === "|") {
      found.push(source.slice(from, at))
      from = at + 1
    } else at += endOfAtom(source.slice(at)) - 1
  }
  return [...found, source.slice(from)]
}
