import { harmlessSettings } from "./builtins.ts"
import { isHarmlessVariable } from "./isHarmlessVariable.ts"
import type { ShellState } from "./ShellState.ts"
import { isOwn, setVariable } from "./Variables.ts"
import type { Word } from "./Word.ts"

/** The settings that a command makes in the shell, if they do not change the meaning of later commands. */
interface Settings {
  /** The variables that the command exports to all programs that come after. */
  readonly assigned: ReadonlyArray<string>
  readonly to: ShellState
}

const exported = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s

/**
 * Returns the settings of a command such as `export CI=1` or `set -e`. Returns `undefined` for any other command, and
 * for a command that may set more.
 */
export const readShellSettings = (
  {
    words: [program, ...words],
    assigned
  }: { readonly words: ReadonlyArray<Word>; readonly assigned: ReadonlyArray<string> },
  at: ShellState
): Settings | undefined => {
  if (program?.text === "read") return readsText(words, assigned, at)
  const isKnown = words.every(({ computed, parts }) => computed === undefined && parts === undefined)
  if (!isKnown || words.length === 0 || assigned.length > 0) return undefined
  if (program?.text === "set") return setsOptions(words.map(({ text }) => text)) ? { assigned: [], to: at } : undefined
  if (program?.text !== "export") return undefined
  let { variables } = at
  const names: Array<string> = []
  for (const { text } of words) {
    const [, name = "", value = ""] = exported.exec(text) ?? []
    if (!isHarmlessVariable(name)) return undefined
    names.push(name)
    variables = setVariable(variables, name, [value])
  }
  return { assigned: names, to: { ...at, variables } }
}

/** Returns the state after `IFS= read -r name`, in which the name may have any value. */
const readsText = (
  words: ReadonlyArray<Word>,
  assigned: ReadonlyArray<string>,
  at: ShellState
): Settings | undefined => {
  const names = words.slice(words[0]?.text === "-r" ? 1 : 0)
  const isPlain = names.length > 0 && names.every(isOwnName) && assigned.every((name) => name === "IFS")
  if (!isPlain) return undefined
  const variables = names.reduce(
    (all, { text }) => setVariable(all, text, [{ of: "text", source: `$${text}` }]),
    at.variables
  )
  return { assigned: [], to: { ...at, variables } }
}

const isOwnName = ({ text, computed, parts }: Word) => computed === undefined && parts === undefined && isOwn(text)

const setsOptions = (words: ReadonlyArray<string>): boolean => {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (!/^[-+](?:[eux]+|[eux]*o)$/.test(word)) return false
    if (word.endsWith("o") && !harmlessSettings.has(words[++at] ?? "")) return false
  }
  return true
}
