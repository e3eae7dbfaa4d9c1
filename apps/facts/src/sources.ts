import { readFileSync, statSync } from "node:fs"
import { delimiter, join } from "node:path"
import type { ListedWords, ProgramFile } from "@toolgate/program-facts/reading"
import { captureOutput, isConfined } from "./confined.ts"
import { type Described, dropDuplicates } from "./Described.ts"
import { readHelp } from "./readHelp.ts"
import { readManual } from "./readManual.ts"
import { readFigSpec, readSpec } from "./readSpec.ts"

/** A manual, and its name for messages. */
export interface Source {
  readonly name: string
  readonly described: Described
}

/** The user's files and other sources. */
export interface ManualSources {
  readonly helpText?: string | undefined
  readonly man?: string | undefined
  readonly spec?: string | undefined
  readonly fig?: boolean | undefined
  /** The folder of the programs' files. Default: that of this repository. */
  readonly folder?: string | undefined
  /** Whether to ask only the program itself for help, not each subcommand. */
  readonly onlyOwnHelp?: boolean | undefined
}

/** Returns the given manuals, or else the program's own help. */
export const findSources = async (
  program: string,
  given: ManualSources,
  file?: ProgramFile
): Promise<ReadonlyArray<Source>> => {
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

export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => statSync(join(folder, program), { throwIfNoEntry: false })?.isFile())

/** The limit for subcommands that are asked for help. */
const mostSubcommands = 300

/** Asks a program and its subcommands for help: those in the file, or else those in the program's help. */
const installed = async (
  program: string,
  file: ProgramFile | undefined,
  { onlyOwnHelp = false }: ManualSources
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

/** Asks the subcommands of a file at any depth. `asked` counts down to the limit. */
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
  const long = readHelp(await captureOutput([...argv, "--help"]))
  // An unconfined program is not run in a way that could mean something else to it.
  if (long.options.length > 0 || !isConfined) return long
  const short = readHelp(await captureOutput([...argv, "-h"]))
  return {
    options: dropDuplicates([...long.options, ...short.options]),
    subcommands: new Map([...long.subcommands, ...short.subcommands])
  }
}
