// `pnpm facts check NAME…`, `pnpm facts check --all` and `pnpm facts new NAME`.
import { parseArgs } from "node:util"
import { checkAll, checkProgram } from "./checkProgram.ts"
import { draftProgram } from "./draftProgram.ts"

const usage = `Usage: pnpm facts check NAME… [--help-text FILE] [--man FILE] [--spec FILE] [--fig]
       pnpm facts check --all [--own-help]
       pnpm facts new NAME [--help-text FILE] [--man FILE] [--spec FILE] [--fig]

check lists the options that a program has and its file does not judge, and those that the file has and the program
does not. Without a source, it asks the program of this machine. It exits with 1 if an option is not judged.
new drafts a file in which nothing is harmless.

  --help-text FILE  what the program prints for --help
  --man FILE        a page of the manual: troff, packed or not, or text
  --spec FILE       a specification of Fig, a module of JavaScript
  --fig             Fig's specification, which npm fetches and which is removed afterwards
  --all             all programs that this machine has
  --folder FOLDER   the programs' files, by default those of this repository
  --own-help        what a program itself prints for --help, without what each of its subcommands prints`

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: "boolean" },
      fig: { type: "boolean" },
      folder: { type: "string" },
      help: { type: "boolean", short: "h" },
      "help-text": { type: "string" },
      man: { type: "string" },
      spec: { type: "string" },
      "own-help": { type: "boolean" }
    }
  })
  const [command, ...names] = positionals
  const { folder } = values
  const sources = { helpText: values["help-text"], man: values.man, spec: values.spec, fig: values.fig }
  const given = { ...sources, folder, onlyOwnHelp: values["own-help"] }
  const isGiven = Object.values(sources).some((value) => value !== undefined)
  if (command === "check" && values.all === true && names.length === 0 && !isGiven) return checkAll(given)
  if (command === "check" && values.all !== true && (names.length === 1 || (names.length > 1 && !isGiven))) {
    let status = 0
    for (const name of names) status = Math.max(status, await checkProgram(name, given))
    return status
  }
  const [name] = names
  if (command === "new" && name !== undefined && names.length === 1 && values.all !== true)
    return draftProgram(name, given)
  console.error(usage)
  return 2
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(`facts: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 2
}
