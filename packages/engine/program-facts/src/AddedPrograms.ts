import { commandName } from "./commandName.ts"
import type { Program } from "./Program.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import { programsIn } from "./programsIn.ts"

/** The knowledge of further files about programs, beside the files of this package. */
export interface AddedPrograms {
  /** The programs by each of their names. */
  readonly byName: ReadonlyMap<string, ReadonlyArray<Program>>
  /** The program that stands for each one of which nothing else is known. Absent: there is none. */
  readonly anyOther?: ReadonlyArray<Program>
}

/**
 * Returns what the files of a team say. If several are about one program, all of them hold. `isDoubtful`: a further file
 * cannot be read, so that every word of a program of which nothing else is known may do harm.
 */
export const addPrograms = (files: ReadonlyArray<ProgramFile>, isDoubtful = false): AddedPrograms => {
  const byName = new Map<string, ReadonlyArray<Program>>()
  for (const file of files) {
    const programs = programsIn(file)
    for (const given of file.names) {
      const name = commandName(given)
      const before = byName.get(name)
      byName.set(name, before === undefined ? programs : [...before, ...programs])
    }
  }
  return isDoubtful ? { byName, anyOther: programsIn(doubtfulProgram([])) } : { byName }
}

/** Returns what stands for a file that cannot be read: every word of its programs does harm. */
export const doubtfulProgram = (names: ReadonlyArray<string>): ProgramFile => {
  const reason = "belongs to a program whose file has a fault"
  return { names, operands: [{ reason }], alone: { reason } }
}
