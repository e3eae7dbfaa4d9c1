import { enterFolder } from "./Folders.ts"
import type { PartList } from "./PartList.ts"
import type { Certainty } from "./ShellReading.ts"
import { type Ends, type ShellState, stays } from "./ShellState.ts"
import { excerpt, type Word } from "./Word.ts"

/**
 * Returns the states in which `cd` leaves the shell. If the folder is unknown before the text runs, adds an opaque
 * part for all commands that follow.
 */
export const changeFolder = (
  parts: PartList,
  { words, assigned }: { readonly words: ReadonlyArray<Word>; readonly assigned: ReadonlyArray<string> },
  at: ShellState,
  certainty: Certainty
): Ends => {
  const operands = operandsOf(words.slice(1))
  const [target] = operands ?? []
  const written = excerpt(words.map(({ text }) => text).join(" "))
  const isKnown = target !== undefined && target.computed === undefined && target.parts === undefined
  const isPlain = operands?.length === 1 && isKnown && !assigned.some((name) => shellReads.has(name))
  if (!isPlain || certainty === "uncertain") {
    parts.opaque(`The folder that later commands run in after "${written}" is only known when it runs.`)
    return stays(at)
  }
  const isPhysical = words.some(({ text }) => /^-[Le]*P/.test(text))
  const entry = enterFolder(at.folders, isPhysical ? physical(target.text) : target.text)
  if ("to" in entry) return { ok: { ...at, folders: entry.to }, failed: at }
  parts.opaque(entry.unknown)
  return stays(at)
}

/** Returns a path in which `..` is never resolved by name. */
const physical = (path: string) => (path.split("/").includes("..") ? `./${path.replaceAll("/", "/./")}` : `${path}/.`)

// The variables that affect `cd`.
const shellReads = new Set(["CDPATH", "HOME", "OLDPWD", "PWD", "POSIXLY_CORRECT"])

const operandsOf = (words: ReadonlyArray<Word>) => {
  const at = words.findIndex(({ text }) => !/^-[LPe]+$/.test(text))
  if (at === -1) return undefined
  const rest = words.slice(at)
  if (rest[0]?.text === "--") return rest.slice(1)
  // `cd -`, and unknown options.
  return rest[0]?.text.startsWith("-") === true ? undefined : rest
}
