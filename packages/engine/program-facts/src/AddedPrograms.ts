import { compilePrograms } from "./compilePrograms.ts"
import { getCommandName } from "./getCommandName.ts"
import type { Program } from "./Program.ts"
import type { ProgramFile } from "./ProgramFile.ts"

/** The programs from a team's own files, in addition to the files of this package. */
export interface AddedPrograms {
  /** The programs by each of their names. */
  readonly byName: ReadonlyMap<string, ReadonlyArray<Program>>
  /** The program that stands for every unknown program. Absent: unknown programs stay unknown. */
  readonly anyOther?: ReadonlyArray<Program>
}

/**
 * Compiles a team's own files. If several files are about one program, all of them apply. `isDoubtful`: a further file
 * cannot be read, so every word of an unknown program may do harm.
 */
export const addPrograms = (files: ReadonlyArray<ProgramFile>, isDoubtful = false): AddedPrograms => {
  const byName = new Map<string, ReadonlyArray<Program>>()
  for (const file of files) {
    const programs = compilePrograms(file)
    for (const given of file.names) {
      const name = getCommandName(given)
      const before = byName.get(name)
      byName.set(name, before === undefined ? programs : [...before, ...programs])
    }
  }
  return isDoubtful ? { byName, anyOther: compilePrograms(makeDoubtfulProgram([])) } : { byName }
}

/** Makes the stand-in for an unreadable file: every word of its programs does harm. */
export const makeDoubtfulProgram = (names: ReadonlyArray<string>): ProgramFile => {
  const reason = "belongs to a program whose file has a fault"
  return { names, operands: [{ reason }], alone: { reason } }
}
