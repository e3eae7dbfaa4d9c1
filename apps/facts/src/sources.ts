import { readFileSync, statSync } from "node:fs"
import { delimiter, join } from "node:path"
import type { ListedWords, ProgramFile } from "@toolgate/program-facts/reading"
import { isConfined, outputOf } from "./confined.ts"
import { type Described, distinct } from "./Described.ts"
import { readHelp } from "./readHelp.ts"
import { readManual } from "./readManual.ts"
import { readFigSpec, readSpec } from "./readSpec.ts"

/** A manual, with the words that name it. */
export interface Source {
  readonly name: string
  readonly described: Described
}

/** The files and places that a person names. */
export interface Given {
  readonly helpText?: string | undefined
  readonly man?: string | undefined
  readonly spec?: string | undefined
  readonly fig?: boolean | undefined
  /** The folder of the programs' files. Absent: that of this repository. */
  readonly folder?: string | undefined
  /** Whether a program is asked for its own help, and not for that of each subcommand. */
  readonly onlyOwnHelp?: boolean | undefined
}

/** Returns the manuals that are given, or else what the program of this machine prints. */
export const sourcesOf = async (program: string, given: Given, file?: ProgramFile): Promise<ReadonlyArray<Source>> => {
  const sources: Array<Source> = []
  if (given.helpText !== undefined)
    sources.push({ name: given.helpText, described: readHelp(readFileSync(given.helpText, "utf8")) })
  if (given.man !== undefined)
    sources.push({ name: given.man, described: readHelp(readManual(readFileSync(given.man))) })
  if (given.spec !== undefined) sources.push({ name: given.spec, described: await readSpec(given.spec) })
  if (given.fig === true) sources.push({ name: "Fig's specification", described: await readFigSpec(program) })
  if (sources.length > 0 || !isInstalled(program)) return sources
  return [{ name: `${program} --help`, described: await installed(program, file, given) }]
}

/** Whether the machine has a program. */
export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => statSync(join(folder, program), { throwIfNoEntry: false })?.isFile())

/** The largest number of subcommands that are asked for their help. */
const mostSubcommands = 300

/** Asks a program and its subcommands: those that the file lists, or else those that the program names. */
const installed = async (
  program: string,
  file: ProgramFile | undefined,
  { onlyOwnHelp = false }: Given
): Promise<Described> => {
  const whole = await helpOf([program])
  if (onlyOwnHelp) return { options: whole.options, subcommands: new Map() }
  const names = [...whole.subcommands.keys()]
  const words = file ?? { subcommands: Object.fromEntries(names.map((name) => [name, {}])) }
  return {
    options: whole.options,
    subcommands: await subcommandsOf([program], whole, words, { left: mostSubcommands })
  }
}

/** Asks the subcommands of a file, and those beneath them. `asked` counts down the ones that are left. */
const subcommandsOf = async (
  argv: ReadonlyArray<string>,
  above: Described,
  words: ListedWords,
  asked: { left: number }
): Promise<ReadonlyMap<string, Described>> => {
  const found = new Map<string, Described>()
  for (const [names, each] of Object.entries(words.subcommands ?? {})) {
    if (each.isProgram === true || each.rest === "anyone" || asked.left === 0) continue
    asked.left--
    const inner = [...argv, names.split(" ")[0] ?? ""]
    const described = await helpOf(inner)
    // Many programs print their own help for every subcommand.
    const isOwn = described.options.length > 0 && namesOf(described) !== namesOf(above)
    const { options } = isOwn ? described : { options: [] }
    found.set(names, { options, subcommands: isOwn ? await subcommandsOf(inner, described, each, asked) : new Map() })
  }
  return found
}

const namesOf = ({ options }: Described) => options.map(({ name }) => name).join()

const helpOf = async (argv: ReadonlyArray<string>): Promise<Described> => {
  const long = readHelp(await outputOf([...argv, "--help"]))
  // Only a confined program is asked in a way that may mean something else to it.
  if (long.options.length > 0 || !isConfined) return long
  const short = readHelp(await outputOf([...argv, "-h"]))
  return {
    options: distinct([...long.options, ...short.options]),
    subcommands: new Map([...long.subcommands, ...short.subcommands])
  }
}
