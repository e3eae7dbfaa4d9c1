import { knownPrograms } from "@toolgate/program-facts"
import table from "./builtins.json" with { type: "json" }
import { subcommandsOf } from "./programs/subcommandsOf.ts"

const builtins = new Set(table.onlyReading)

/**
 * Whether a program, or its subcommand that follows at once, writes none of the files that its words name, except by
 * words that do harm. The name is in lower case and without a folder.
 */
export const namesReader = ([program = "", subcommand = ""]: ReadonlyArray<string>): boolean => {
  const [file] = knownPrograms(program)
  if (builtins.has(program) || file?.closed === undefined || !file.names.includes(program)) return builtins.has(program)
  return file.closed.onlyReads === true || subcommandsOf(file.closed, subcommand).some(({ onlyReads }) => onlyReads)
}
