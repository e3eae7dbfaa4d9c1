const words = /[A-Za-z_][A-Za-z0-9_]*/y

/** The words with which a program reaches beyond its input and its output. */
const reaching = new Set(["system", "getline", "ARGV", "ARGC", "ARGIND", "ENVIRON", "SYMTAB", "FUNCTAB"])

/** A redirection to the program's standard outputs. */
const toOwnOutput = /^>>?[ \t]*"\/dev\/std(?:err|out)"[ \t]*(?=[;}\n]|$)/

/** The characters after which a slash begins a regular expression rather than a division. */
const beforeRegex = new Set(["", "{", "}", ";", "\n", "(", ",", "!", "~", "&", "|", "="])

/**
 * Returns the index after the delimiter that ends a text, or -1 if implementations may see another end. `from` is the
 * index at which the text begins.
 */
const afterEnd = (program: string, from: number, delimiter: string): number => {
  for (let at = from; at < program.length; at++) {
    const char = program.charAt(at)
    if (char === delimiter) return at + 1
    if (char === "\n") return -1
    // Inside brackets, a slash ends the expression in some implementations and not in others.
    if (char === "[" && delimiter === "/") {
      const end = program.indexOf("]", at + 2)
      if (end === -1 || program.slice(at, end).includes("/")) return -1
      at = end
    }
    if (char === "\\") at++
  }
  return -1
}

/**
 * Whether an awk program is certain to only read its input and print: no `system`, no `getline`, no pipe, no
 * redirection to a file, no file except its operands. A `>` is a comparison in parentheses, or without a `print`
 * before it in its statement. Any other program counts as harmful.
 *
 * Source: awk(1p), "EXTENDED DESCRIPTION"; gawk(1).
 */
export const isHarmlessAwk = (program: string): boolean => {
  let before = ""
  let prints = false
  let depth = 0
  for (let at = 0; at < program.length; ) {
    const char = program.charAt(at)
    if (/[ \t]/.test(char)) {
      at++
      continue
    }
    if (/[@#\\]/.test(char)) return false
    if (char === '"' || (char === "/" && beforeRegex.has(before))) {
      at = afterEnd(program, at + 1, char)
      if (at === -1) return false
      before = char === '"' ? "a" : ")"
      continue
    }
    words.lastIndex = at
    const word = words.exec(program)?.[0]
    if (word !== undefined) {
      if (reaching.has(word)) return false
      if (word === "print" || word === "printf") {
        prints = true
        depth = 0
      }
      at += word.length
      // After a word, a slash divides, or begins an expression that is printed or returned.
      before = /^(?:print|printf|return|in|exit|else|do)$/.test(word) ? "?" : "a"
      continue
    }
    // After any other character, some implementations read a regular expression, which may contain any character.
    if (char === "/" && !/[\w)\].]/.test(before)) return false
    if (char === "|") {
      if (program.charAt(at + 1) !== "|") return false
      at++
    }
    if (char === ">" && prints && depth === 0) {
      const output = toOwnOutput.exec(program.slice(at))
      if (output === null) return false
      at += output[0].length
      before = "a"
      continue
    }
    if (char === "(") depth++
    if (char === ")" && depth > 0) depth--
    if (/[;{}\n]/.test(char)) {
      prints = false
      depth = 0
    }
    before = char
    at++
  }
  return true
}
