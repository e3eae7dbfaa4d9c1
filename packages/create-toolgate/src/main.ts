import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"
import { AppNotCreated } from "./AppNotCreated.ts"
import { createApp } from "./createApp.ts"

/** Runs the command `create-toolgate`, and sets the exit status of the process. */
export const main = async (): Promise<void> => {
  try {
    const { values, positionals } = readWords()
    if (values.help) return void process.stdout.write(usage)
    const name = positionals[0] ?? (await askName())
    const files = createApp(process.cwd(), name)
    process.stdout.write(
      `Created ${name}, with ${files.join(", ")}.\n\nNext:\n  cd ${name}\n  npm install\n  npm start\n  npm test\n${unpublished}`
    )
  } catch (cause) {
    if (!(cause instanceof AppNotCreated || cause instanceof WrongUse)) throw cause
    process.stderr.write(`create-toolgate: ${cause.message}\n`)
    process.exitCode = cause instanceof WrongUse ? 2 : 1
  }
}

const unpublished =
  "\nThe packages are not published yet: pack them in a clone of Toolgate, and install them with npm install PACKAGES/*.tgz.\n"

const usage = `Makes a small app with Toolgate: a gate with two tools, a policy, a call that runs and two that are refused.

Usage: create-toolgate [NAME]

NAME is the name of a new folder in the current one. Without it, you are asked for it.
`

class WrongUse extends Error {}

const readWords = () => {
  try {
    const read = parseArgs({ allowPositionals: true, options: { help: { type: "boolean", short: "h" } } })
    if (read.positionals.length > 1) throw new Error(`There is one name, and ${read.positionals.length} were given.`)
    return read
  } catch (cause) {
    throw new WrongUse(`${(cause as Error).message}\n${usage}`, { cause })
  }
}

/** Asks for the name at a terminal. An empty answer takes the suggestion. */
const askName = async (): Promise<string> => {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new WrongUse("There is no terminal to ask for a name. Give one, as in: create-toolgate my-app")
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new Promise<never>((_, reject) =>
    terminal.once("close", () => reject(new WrongUse("No name was given, and nothing was created.")))
  )
  try {
    return (await Promise.race([terminal.question("Name of the app (my-app): "), ended])).trim() || "my-app"
  } finally {
    terminal.close()
  }
}
