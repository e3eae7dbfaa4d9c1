import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ProgramFile, readProgram } from "@toolgate/program-facts/reading"
import { parse } from "yaml"

/** The folder of the programs' files. */
export const programsFolder = fileURLToPath(
  new URL("../../../packages/engine/program-facts/programs/", import.meta.url)
)

/** Reads a program's file. Throws if it is missing or invalid. */
export const readProgramFile = (
  program: string,
  folder = programsFolder
): { readonly path: string; readonly file: ProgramFile } => {
  const has = (name: string) => namesIn(readFileSync(join(folder, name), "utf8")).includes(program)
  const own = `${program}.yaml`
  const found =
    existsSync(join(folder, own)) && has(own)
      ? own
      : readdirSync(folder).find((name) => name.endsWith(".yaml") && has(name))
  if (found === undefined) throw new Error(`there is no file for "${program}". Draft one: pnpm facts new ${program}`)
  const read = readProgram(readFileSync(join(folder, found), "utf8"), found)
  if ("program" in read) return { path: found, file: read.program }
  throw new Error(
    ["the file cannot be read:", ...read.faults.problems.map(({ source, message }) => `  ${source}: ${message}`)].join(
      "\n"
    )
  )
}

/** Returns the names in a file's text, usually on one line. */
const namesIn = (text: string): ReadonlyArray<string> => {
  const line = /^names: \[[^\]\n]*\]$/m.exec(text)?.[0]
  try {
    const names: unknown = parse(line ?? text)?.names
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}

/** Returns the first name of each file. */
export const listPrograms = (folder = programsFolder): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .flatMap((name) => namesIn(readFileSync(join(folder, name), "utf8")).slice(0, 1))
