import { startsNothing } from "./builtins.ts"
import type { SyntaxWord } from "./Syntax.ts"

/**
 * Whether a command does the same to the shell in the background as in the foreground: nothing. A builtin may change the
 * shell, except one that only prints.
 */
export const leavesShell = ([program, first]: ReadonlyArray<SyntaxWord>) => {
  const [name, option] = [plainText(program), plainText(first)]
  if (name === undefined) return false
  if (name === "command") return /^-[vV]$/.test(option ?? "")
  return printing.has(name) || !(startsNothing.has(name) || runsInShell.has(name))
}

const printing = new Set(["echo", "type", "which", "pwd", "true", "false", "test", "["])
const runsInShell = new Set(["eval", "exec", "builtin", "time", "noglob", "nocorrect", "-"])

const plainText = (word: SyntaxWord | undefined) => {
  const [piece, ...more] = word?.pieces ?? []
  return word?.bare === true && piece?.kind === "text" && more.length === 0 ? piece.text : undefined
}
