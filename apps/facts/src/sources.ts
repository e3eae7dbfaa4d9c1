import { readFileSync, statSync } from "node:fs"
import { delimiter, join } from "node:path"
import type { ProgramFile } from "@toolgate/program-facts/reading"
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
  return [{ name: `${program} --help`, described: await installed(program, file) }]
}

/** Whether the machine has a program. */
export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => statSync(join(folder, program), { throwIfNoEntry: false })?.isFile())

/** The largest number of subcommands that are asked for their help. */
const mostSubcommands = 60

/** Asks a program and its subcommands: those that the file lists, or else those that the program names. */
const installed = async (program: string, file: ProgramFile | undefined): Promise<Described> => {
  const whole = await helpOf([program])
  const listed = Object.entries(file?.subcommands ?? {}).filter(
    ([, words]) => words.isProgram !== true && words.rest !== "anyone"
  )
  const names = file === undefined ? [...whole.subcommands.keys()] : listed.map(([key]) => key)
  const subcommands = new Map<string, Described>()
  for (const name of names.slice(0, mostSubcommands)) {
    const found = await helpOf([program, name.split(" ")[0] ?? ""])
    // Many programs print their own help for every subcommand.
    const isOwn =
      found.options.length > 0 &&
      found.options.map(({ name }) => name).join() !== whole.options.map(({ name }) => name).join()
    subcommands.set(name, isOwn ? found : nothing)
  }
  return { options: whole.options, subcommands }
}

const nothing: Described = { options: [], subcommands: new Map() }

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
