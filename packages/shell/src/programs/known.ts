import { commandName } from "../commandName.ts"
import { administration } from "./administration.ts"
import { applications } from "./applications.ts"
import { archivers } from "./archivers.ts"
import { buildTools } from "./buildTools.ts"
import { checkers } from "./checkers.ts"
import { compilers } from "./compilers.ts"
import { documents } from "./documents.ts"
import { fetching } from "./fetching.ts"
import { files } from "./files.ts"
import { git } from "./git.ts"
import { inspection } from "./inspection.ts"
import { interpreters } from "./interpreters.ts"
import { network } from "./network.ts"
import type { Program } from "./Program.ts"
import { packageManagers } from "./packageManagers.ts"
import { packageQueries } from "./packageQueries.ts"
import { scripts } from "./scripts.ts"
import { searching } from "./searching.ts"
import { secureNetwork } from "./secureNetwork.ts"
import { starters } from "./starters.ts"
import { testRunners } from "./testRunners.ts"
import { textTools } from "./textTools.ts"
import { viewers } from "./viewers.ts"

/** Every table. */
export const programs: ReadonlyArray<Program> = [
  ...[[git], scripts, searching, textTools, documents, files, archivers, fetching, network, secureNetwork],
  ...[packageManagers, buildTools, compilers, checkers, testRunners, viewers, inspection, packageQueries],
  ...[interpreters, starters, administration, applications]
].flat()

const byName = new Map<string, Array<Program>>()
for (const program of programs) {
  for (const name of program.names) byName.set(name, [...(byName.get(name) ?? []), program])
}

const none: ReadonlyArray<Program> = []

/** A version at the end of a name (`python3.12`, `gcc-13`) names the same program. */
const withoutVersion = (name: string) => name.replace(/-?[0-9]+(?:\.[0-9]+)*$/, "")

/** What is known of a program, by its name or by the path that it is started by. */
export const knownPrograms = (program: string): ReadonlyArray<Program> => {
  const name = commandName(program)
  return byName.get(name) ?? byName.get(withoutVersion(name)) ?? none
}
