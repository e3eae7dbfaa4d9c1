import type { ProgramFile } from "@toolgate/program-facts/reading"
import type { Difference } from "./compare.ts"
import { compare } from "./compare.ts"
import { findJudged } from "./findJudged.ts"
import { listPrograms, readProgramFile } from "./programFile.ts"
import { findSources, isInstalled, type ManualSources } from "./sources.ts"

/** Compares a program's file with manuals, prints the differences, and returns the exit status. */
export const checkProgram = async (program: string, given: ManualSources): Promise<number> => {
  const { path, file } = readProgramFile(program, given.folder)
  const sources = await findSources(program, given, file)
  if (sources.length === 0) {
    console.error(`facts: this machine has no "${program}". Name a manual with --help-text, --man, --spec or --fig.`)
    return 2
  }
  let status = 0
  for (const { name, described } of sources) {
    if (described.options.length + described.subcommands.size === 0) {
      console.error(`facts: ${name} names no options.`)
      status = 2
      continue
    }
    const differences = compare(file, described)
    // If only dangers are listed, other options are allowed and need no judgement.
    const unjudged = file.open === undefined ? differences.filter((each) => each.unjudged.length > 0) : []
    console.log(
      `${path} and ${name}: ${countOf(unjudged, "unjudged")} not judged, ${countOf(differences, "unknown")} not in the manual`
    )
    for (const line of [
      ...linesOf(unjudged, program, "unjudged", "not judged"),
      ...linesOf(differences, program, "unknown", "not in the manual"),
      ...linesOf(differences, program, "apart", "one option, but not among the synonyms")
    ])
      console.log(line)
    if (unjudged.length > 0) status = Math.max(status, 1)
  }
  return status
}

/** Checks all programs on this machine, and lists the others. */
export const checkAll = async (given: ManualSources): Promise<number> => {
  const { folder } = given
  const programs = listPrograms(folder)
  const here = programs.filter(isInstalled)
  let judged = 0
  let unjudged = 0
  const silent: Array<string> = []
  const differing: Array<string> = []
  // Starts with programs that have many subcommands, because each one is asked for help.
  const waiting = here
    .map((program) => ({ program, file: readProgramFile(program, folder).file }))
    .toSorted((one, other) => subcommandsIn(other.file) - subcommandsIn(one.file))
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { program, file } = next
      // If only dangers are listed, or all words belong to another program, there is nothing to compare.
      const isListed = file.open === undefined && findJudged(file, []) !== undefined
      const [source] = isListed ? await findSources(program, given, file) : []
      if (isListed && (source === undefined || source.described.options.length === 0)) silent.push(program)
      else {
        const found =
          source === undefined ? [] : compare(file, source.described).filter((each) => each.unjudged.length > 0)
        if (found.length === 0) judged++
        else {
          unjudged += countOf(found, "unjudged")
          differing.push([program, ...linesOf(found, program, "unjudged", "not judged")].join("\n"))
        }
      }
    }
  }
  await Promise.all([work(), work(), work(), work()])
  for (const each of differing.toSorted()) console.log(each)
  console.log(`Without options in their help: ${silent.toSorted().join(", ")}.`)
  console.log(`Not on this machine: ${programs.filter((program) => !here.includes(program)).join(", ")}.`)
  console.log(
    `${judged} of ${here.length - silent.length} files judge every option; ${differing.length} leave out ${unjudged}.`
  )
  return differing.length === 0 ? 0 : 1
}

const subcommandsIn = ({ subcommands = {} }: ProgramFile) => Object.keys(subcommands).length

const countOf = (differences: ReadonlyArray<Difference>, which: "unjudged" | "unknown") =>
  differences.reduce((sum, each) => sum + each[which].length, 0)

const linesOf = (
  differences: ReadonlyArray<Difference>,
  program: string,
  which: "unjudged" | "unknown" | "apart",
  what: string
) =>
  differences
    .filter((each) => each[which].length > 0)
    .map(
      (each) => `  ${[program, each.at].join(" ").trim()}: ${what}: ${each[which].join(which === "apart" ? ", " : " ")}`
    )
