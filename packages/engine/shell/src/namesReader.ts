import { findKnownPrograms } from "@toolgate/program-facts"
import table from "./builtins.json" with { type: "json" }
import { findSubcommands } from "./programs/findSubcommands.ts"

const builtins = new Set(table.onlyReading)

/**
 * Whether a program, or its subcommand in the next word, only reads the files that its words name, unless a word does
 * harm. The program's name is in lower case and without a folder.
 */
export const namesReader = ([program = "", subcommand = ""]: ReadonlyArray<string>): boolean => {
  const [file] = findKnownPrograms(program)
  if (builtins.has(program) || file?.closed === undefined || !file.names.includes(program)) return builtins.has(program)
  return file.closed.onlyReads === true || findSubcommands(file.closed, subcommand).some(({ onlyReads }) => onlyReads)
}
