import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ProgramFile, readProgram } from "@toolgate/program-facts/reading"

/** The folder of the programs' files. */
export const folder = fileURLToPath(new URL("../../../packages/engine/program-facts/programs/", import.meta.url))

/** Returns the file of a program; throws if the file has a fault, or if there is none. */
export const fileOf = (program: string): { readonly path: string; readonly file: ProgramFile } => {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .toSorted((one, other) => Number(other === `${program}.yaml`) - Number(one === `${program}.yaml`))
    .find((name) => namesIn(readFileSync(join(folder, name), "utf8")).includes(program))
  if (found === undefined) throw new Error(`no file is about "${program}". Draft one: pnpm facts new ${program}`)
  const read = readProgram(readFileSync(join(folder, found), "utf8"), `programs/${found}`)
  if ("program" in read) return { path: `programs/${found}`, file: read.program }
  throw new Error(
    ["the file cannot be read:", ...read.faults.problems.map(({ source, message }) => `  ${source}: ${message}`)].join(
      "\n"
    )
  )
}

/** Returns the names at the beginning of a file, without reading the rest. */
export const namesIn = (text: string): ReadonlyArray<string> =>
  /^names: \[([^\]]*)\]/m
    .exec(text)?.[1]
    ?.split(/,\s*/)
    .map((name) => name.replaceAll(/["']/g, "").trim()) ?? []

/** Returns the first name of each file. */
export const allPrograms = (): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .flatMap((name) => namesIn(readFileSync(join(folder, name), "utf8")).slice(0, 1))
