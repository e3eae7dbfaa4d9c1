import { parts, places, plainNames } from "../compiled/programs.js"
import type { AddedPrograms } from "./AddedPrograms.ts"
import { commandName } from "./commandName.ts"
import type { Program } from "./Program.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import { programsIn } from "./programsIn.ts"
import { withoutVersion } from "./withoutVersion.ts"

const read = new Map<string, ReadonlyArray<Program>>()

const none: ReadonlyArray<Program> = []

const scope: { added?: AddedPrograms | undefined } = {}

/**
 * Returns what a function returns while further programs are known. What is known of a program by the files of this
 * package holds as well, so that a word is harmless only if all files say so. The function may not wait for anything.
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

/** Returns the further programs that are known now. */
export const programsInScope = (): AddedPrograms | undefined => scope.added

/**
 * Returns what is known of a program, given by its name or by the path with which it is started. A name with a version
 * at its end is the program of the name before it: `python3.12` and `gcc-13` are `python` and `gcc`. The file of a
 * program is read when the program is first asked for.
 */
export const knownPrograms = (program: string): ReadonlyArray<Program> => {
  const name = commandName(program)
  const shipped = shippedPrograms(name)
  const { added } = scope
  if (added === undefined) return shipped
  const own = added.byName.get(name) ?? added.byName.get(withoutVersion(name))
  if (own !== undefined) return shipped.length === 0 ? own : [...shipped, ...own]
  return shipped.length === 0 ? (added.anyOther ?? none) : shipped
}

const shippedPrograms = (name: string): ReadonlyArray<Program> => {
  const place = placeOf(name) ?? placeOf(withoutVersion(name))
  if (place === undefined) return none
  const [part, from, to] = place
  const key = `${part} ${from}`
  let found = read.get(key)
  if (found === undefined) {
    found = programsIn(JSON.parse((parts[part]?.() ?? "").slice(from, to)) as ProgramFile)
    read.set(key, found)
  }
  return found
}

/** Returns the names of all programs that have a file. */
export const programNames = (): ReadonlyArray<string> => Object.keys(places)

/**
 * Returns the name under which a program is known, without a folder and without a version: `pip` for `/usr/bin/pip3`,
 * and `flyctl` for `fly`. Two programs that only share a file keep their names.
 */
export const plainProgramName = (program: string): string => {
  const name = commandName(program)
  const [kind = ""] = name.split(".", 1)
  // `mkfs.ext4` is a kind of `mkfs`, as their file says.
  if (kind !== name && fileOf(kind) !== undefined && fileOf(name) === fileOf(kind)) return firstName(kind)
  const plain = withoutVersion(name)
  return firstName(fileOf(plain) !== undefined && (fileOf(name) ?? fileOf(plain)) === fileOf(plain) ? plain : name)
}

/** Returns the first of the names of a program. */
const firstName = (name: string): string =>
  (Object.hasOwn(plainNames, name) ? plainNames[name] : undefined) ??
  scope.added?.byName.get(name)?.find(({ oneProgram }) => oneProgram)?.names[0] ??
  name

/** Returns something that stands for the file about a program; `undefined` if there is none. */
const fileOf = (name: string): unknown => placeOf(name)?.[0] ?? scope.added?.byName.get(name)

const placeOf = (name: string) => (Object.hasOwn(places, name) ? places[name] : undefined)
