import { parts, places, plainNames } from "../compiled/programs.js"
import type { AddedPrograms } from "./AddedPrograms.ts"
import { compilePrograms } from "./compilePrograms.ts"
import { getCommandName } from "./getCommandName.ts"
import type { Program } from "./Program.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import { removeVersion } from "./removeVersion.ts"

const read = new Map<string, ReadonlyArray<Program>>()

const none: ReadonlyArray<Program> = []

const scope: { added?: AddedPrograms | undefined } = {}

/**
 * Runs a function with added programs, and returns its result. The files of this package still apply, so a word is
 * harmless only if all files agree. The function must be synchronous.
 */
export const withPrograms = <A>(added: AddedPrograms | undefined, run: () => A): A => {
  const before = scope.added
  scope.added = added
  try {
    return run()
  } finally {
    scope.added = before
  }
}

/** Returns the programs added by the enclosing `withPrograms`. */
export const getProgramsInScope = (): AddedPrograms | undefined => scope.added

/**
 * Finds the facts about a program, given by name or path. A name with a version at its end is the program of the name
 * before it: `python3.12` and `gcc-13` are `python` and `gcc`. A program's file is read on first use.
 */
export const findKnownPrograms = (program: string): ReadonlyArray<Program> => {
  const name = getCommandName(program)
  const shipped = shippedPrograms(name)
  const { added } = scope
  if (added === undefined) return shipped
  const own = added.byName.get(name) ?? added.byName.get(removeVersion(name))
  if (own !== undefined) return shipped.length === 0 ? own : [...shipped, ...own]
  return shipped.length === 0 ? (added.anyOther ?? none) : shipped
}

const shippedPrograms = (name: string): ReadonlyArray<Program> => {
  const place = placeOf(name) ?? placeOf(removeVersion(name))
  if (place === undefined) return none
  const [part, from, to] = place
  const key = `${part} ${from}`
  let found = read.get(key)
  if (found === undefined) {
    found = compilePrograms(JSON.parse((parts[part]?.() ?? "").slice(from, to)) as ProgramFile)
    read.set(key, found)
  }
  return found
}

/** Returns the names of all programs that have a file. */
export const listProgramNames = (): ReadonlyArray<string> => Object.keys(places)

/**
 * Returns the main name of a program, without a folder and without a version: `pip` for `/usr/bin/pip3`, and `flyctl`
 * for `fly`. Two programs that only share a file keep their names.
 */
export const normalizeProgramName = (program: string): string => {
  const name = getCommandName(program)
  const [kind = ""] = name.split(".", 1)
  // `mkfs.ext4` is a kind of `mkfs`, as their file says.
  if (kind !== name && fileOf(kind) !== undefined && fileOf(name) === fileOf(kind)) return firstName(kind)
  const plain = removeVersion(name)
  return firstName(fileOf(plain) !== undefined && (fileOf(name) ?? fileOf(plain)) === fileOf(plain) ? plain : name)
}

const firstName = (name: string): string =>
  (Object.hasOwn(plainNames, name) ? plainNames[name] : undefined) ??
  scope.added?.byName.get(name)?.find(({ oneProgram }) => oneProgram)?.names[0] ??
  name

/** Returns a value that identifies the file about a program, or `undefined`. */
const fileOf = (name: string): unknown => placeOf(name)?.[0] ?? scope.added?.byName.get(name)

const placeOf = (name: string) => (Object.hasOwn(places, name) ? places[name] : undefined)
