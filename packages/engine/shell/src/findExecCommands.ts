import { takesFoundFiles } from "./programs/takesFoundFiles.ts"

/** A command that `find` starts, as indexes into the words of find. */
interface Executed {
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * Returns the `find -exec` commands that may get the found files and whose words are known, except for `{}`. It stands
 * for a file beneath the searched folders.
 */
export const findExecCommands = (argv: ReadonlyArray<string>): ReadonlyArray<Executed> => {
  // Through a link, a file may lie outside.
  if (argv.some((word) => /^(?:-L|-follow|-files0-from|-i?lname|-xtype|l)$/.test(word))) return []
  const found: Array<Executed> = []
  for (let at = 1; at < argv.length; at++) {
    if (argv[at] !== "-exec") continue
    const from = at + 1
    let to = from
    while (to < argv.length && argv[to] !== ";" && !(argv[to] === "+" && argv[to - 1] === "{}")) to++
    const words = argv.slice(from, to)
    const isKnown = words.every((word) => word === "{}" || !word.includes("{}"))
    const files = [...words.keys()].filter((one) => words[one] === "{}")
    if (to < argv.length && isKnown && takesFoundFiles(words, files)) found.push({ at, from, to })
    at = to
  }
  return found
}
