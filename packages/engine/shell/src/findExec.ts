import { takesFoundFiles } from "./programs/takesFoundFiles.ts"

/** A command that `find` starts: the places of its words, and of the words of find around it. */
interface Executed {
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * Returns the commands of `find -exec` that may get the files that are found, and whose words are known except
 * for `{}`, which stands for a file beneath the folders that find searches.
 */
export const executedBy = (argv: ReadonlyArray<string>): ReadonlyArray<Executed> => {
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
