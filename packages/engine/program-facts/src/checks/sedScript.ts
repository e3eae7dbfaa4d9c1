const simpleCommands = "dDgGhHnNpPxlqQ="
/** A bracket expression on whose end implementations agree: a backslash comes only before a letter, as in `[ \t]`. */
const bracket = String.raw`\[\^?\]?(?:[^\]/\\\n[]|\\[A-Za-z]|\[:\w+:\])*\]`
const pattern = String.raw`/(?:[^/\\\n[]|\\[^\n]|${bracket})*/I?`
const address = new RegExp(
  String.raw`^\s*(?:(?:[0-9]+(?:~[0-9]+)?|\$|${pattern})\s*(?:,\s*(?:[+~]?[0-9]+|\$|${pattern})\s*)?(?:!\s*)?)?`
)

/**
 * Returns the index after the end of the bracket expression at an index, or -1 if the expression may contain the
 * delimiter.
 */
const afterBracket = (script: string, from: number, delimiter: string) => {
  let at = from + 1
  if (script.charAt(at) === "^") at++
  if (script.charAt(at) === "]") at++
  while (at < script.length) {
    const char = script.charAt(at)
    if (char === "]") return at + 1
    if (char === delimiter || char === "\n") return -1
    if (char === "\\") {
      if (!/[A-Za-z]/.test(script.charAt(at + 1))) return -1
      at += 2
      continue
    }
    const end = char === "[" ? at + (/^\[:\w+:\]/.exec(script.slice(at))?.[0].length ?? 0) : at + 1
    if (end === at) return -1
    at = end
  }
  return -1
}

const afterNext = (script: string, from: number, delimiter: string) => {
  for (let at = from; at < script.length; at++) {
    const char = script.charAt(at)
    if (char === delimiter) return at + 1
    if (char === "\n") return -1
    if (char === "\\") at++
    // Implementations disagree about whether a delimiter ends a bracket expression.
    if (char !== "[") continue
    const after = afterBracket(script, at, delimiter)
    if (after === -1) return -1
    at = after - 1
  }
  return -1
}

/** A text to print, in the one-line form or after `a\`, without continuation lines. */
const text = /^[aic](?:[ \t]*\\\n|[ \t]*\\?)(?:[^\\\n]|\\[^\n])*(?=\n|$)/
/** A label, or a jump to one. Some implementations read the rest of the line as part of the label. */
const label = /^(?::[ \t]*\w+|[btT](?:[ \t]*\w+)?)[ \t]*(?=[;\n]|$)/

/**
 * Whether a sed script is certain to only print, delete, add and replace text: no `w`, `W`, `e`, `r` or `R`, and no
 * flag of `s` that writes or runs. Any other script counts as harmful.
 *
 * Source: sed(1), "COMMAND SYNOPSIS"; the manual of GNU sed, 3.2 to 3.8.
 */
export const isHarmlessSed = (script: string): boolean => {
  let rest = script
  let depth = 0
  while (rest.trim() !== "") {
    rest = rest.slice(address.exec(rest)?.[0].length ?? 0)
    const command = rest.charAt(0)
    if (command === "s" || command === "y") {
      const delimiter = rest.charAt(1)
      if (!/[^A-Za-z0-9\s\\[\]]/.test(delimiter)) return false
      const middle = afterNext(rest, 2, delimiter)
      const end = middle === -1 ? -1 : afterNext(rest, middle, delimiter)
      if (end === -1) return false
      rest = rest.slice(end).replace(command === "s" ? /^[gpiIm0-9]*/ : /^/, "")
    } else if (command === "{") {
      depth++
      rest = rest.slice(1)
      continue
    } else if (command === "}" && depth > 0) {
      depth--
      rest = rest.slice(1)
    } else if (text.test(rest) || label.test(rest)) {
      rest = rest.replace(text, "").replace(label, "")
    } else if (command !== "" && simpleCommands.includes(command)) {
      rest = rest.slice(1).replace(/^[0-9]+/, "")
    } else {
      return false
    }
    const separated = /^\s*(?:;|\n|$|(?=\}))/.exec(rest)
    if (separated === null) return false
    rest = rest.slice(separated[0].length)
  }
  return depth === 0
}
