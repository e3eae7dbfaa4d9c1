import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readProgram } from "@toolgate/program-facts/reading"
import { type Described, dropDuplicates } from "./Described.ts"
import { draft } from "./draft.ts"
import { programsFolder, readProgramFile } from "./programFile.ts"
import { findSources, type ManualSources, type Source } from "./sources.ts"

/** Writes the draft of a program's file, and returns the exit status. */
export const draftProgram = async (program: string, given: ManualSources): Promise<number> => {
  if (!/^[\w.+-]+$/.test(program)) throw new Error(`"${program}" is not a valid program name.`)
  const { folder = programsFolder } = given
  const path = join(folder, `${program}.yaml`)
  if (existsSync(path) || isKnown(program, folder))
    throw new Error(`there is a file about "${program}" already. Compare it: pnpm facts check ${program}`)
  const sources = await findSources(program, given)
  const described = together(sources)
  if (described.options.length + described.subcommands.size === 0)
    throw new Error(
      `no options of "${program}" are known here. Name a manual with --help-text, --man, --spec or --fig.`
    )
  const text = draft(program, sources.map(({ name }) => name).join(", "), described)
  const read = readProgram(text, `${program}.yaml`)
  if ("faults" in read)
    throw new Error(
      [
        "the draft cannot be read:",
        ...read.faults.problems.map(({ source, message }) => `  ${source}: ${message}`)
      ].join("\n")
    )
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, text, { flag: "wx" })
  console.log(
    `Wrote ${program}.yaml: ${described.options.length} options and ${described.subcommands.size} subcommands, none of them harmless yet.`
  )
  return 0
}

const isKnown = (program: string, folder: string) => {
  try {
    readProgramFile(program, folder)
    return true
  } catch {
    return false
  }
}

const together = (sources: ReadonlyArray<Source>): Described => ({
  options: dropDuplicates(sources.flatMap(({ described }) => described.options)),
  subcommands: new Map(sources.flatMap(({ described }) => [...described.subcommands]))
})
