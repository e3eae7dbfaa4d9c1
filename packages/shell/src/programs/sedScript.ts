const simpleCommands = "dDgGhHnNpPxlqQ="
const address =
  /^\s*(?:(?:[0-9]+(?:~[0-9]+)?|\$|\/(?:[^/\\[\n]|\\[^\n])*\/I?)\s*(?:,\s*(?:[+~]?[0-9]+|\$|\/(?:[^/\\[\n]|\\[^\n])*\/I?)\s*)?(?:!\s*)?)?/

/** From the index after a delimiter to the one after the next that is not escaped; -1 where there is none. */
const afterNext = (script: string, from: number, delimiter: string) => {
  for (let at = from; at < script.length; at++) {
    const char = script.charAt(at)
    if (char === delimiter) return at + 1
    // Whether a delimiter ends a bracket expression, implementations do not agree.
    if (char === "\n" || char === "[") return -1
    if (char === "\\") at++
  }
  return -1
}

/**
 * Whether a sed script surely does no more than print, delete and replace text: no `w`, `W`, `e`, `r`, `R`, no flag of
 * `s` that writes or runs. A script of any other form is not called harmless, whatever it does.
 *
 * Source: sed(1), "COMMAND SYNOPSIS"; the manual of GNU sed, 3.2 to 3.8.
 */
export const isHarmlessSed = (script: string): boolean => {
  let rest = script
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
    } else if (command !== "" && simpleCommands.includes(command)) {
      rest = rest.slice(1).replace(/^[0-9]+/, "")
    } else {
      return false
    }
    const separated = /^\s*(?:;|\n|$)/.exec(rest)
    if (separated === null) return false
    rest = rest.slice(separated[0].length)
  }
  return true
}
