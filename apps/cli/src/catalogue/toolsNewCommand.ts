import { rmSync } from "node:fs"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { json } from "../flags/globalFlags.ts"
import { listOwnTools } from "../flags/hostToolsFlag.ts"
import { getProgramWords } from "../getProgramWords.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatShortText } from "../text/formatShortText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { writeNewFile } from "../writeNewFile.ts"
import { draftCatalogue, draftScript } from "./draftCatalogue.ts"

const name = Argument.String("NAME").pipe(
  Argument.withDescription("The name of the first tool; default: word_count"),
  Argument.optional
)

/** The command `toolgate tools new`, which writes a first catalogue into the current folder. */
export const toolsNewCommand = Command.make("new", { name, json }).pipe(
  Command.withDescription(
    [
      "Write a first catalogue into the current folder: tools.yaml, with a tool that works, its examples, and what each key means. The",
      "code of the tool is a separate file. Existing files are never overwritten.",
      "",
      "Exit status: 0 the files were written, 1 one exists, or cannot be written, 2 the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Write a first catalogue of tools"),
  Command.withExamples([
    { command: "toolgate tools new", description: "Write tools.yaml with the tool word_count" },
    { command: "toolgate tools test --catalogue tools.yaml", description: "Run the examples of its tools" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const name = Option.getOrElse(given.name, () => "word_count")
      yield* checkName(name)
      const script = `${name}.mjs`
      const problem = yield* Effect.sync(() => write(name, script))
      if (given.json)
        yield* screen.result(
          formatJsonLine({
            success: problem === undefined,
            files: problem === undefined ? [catalogue, script] : [],
            problem: problem ?? null
          })
        )
      if (problem !== undefined) {
        yield* screen.notice(`toolgate: ${problem}\n`)
        return yield* new Unsuccessful({ exitStatus: 1 })
      }
      if (!given.json) yield* screen.result(nextText(name, script))
    })
  )
)

const catalogue = "tools.yaml"

const checkName = Effect.fnUntraced(function* (name: string) {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(name))
    return yield* new WrongUse({
      message: `${formatShortText(name)} cannot be the name of a tool here; use 1 to 64 letters, digits, "_", "-" and ".", as in: word_count`
    })
  const [taken] = listOwnTools({ hostTools: true }).filter((tool) => [tool.name, ...tool.aliases].includes(name))
  if (taken !== undefined)
    return yield* new WrongUse({ message: `There is a built-in tool ${formatShortText(name)}; choose another name.` })
})

/** Writes both files or neither. Returns the problem as a sentence. */
const write = (name: string, script: string): string | undefined => {
  const unwritten = writeNewFile(catalogue, draftCatalogue(name, script))
  if (unwritten !== undefined) return `${JSON.stringify(catalogue)} ${unwritten}`
  const problem = writeNewFile(script, draftScript(name))
  if (problem === undefined) return undefined
  rmSync(catalogue)
  return `${JSON.stringify(script)} ${problem}`
}

const nextText = (name: string, script: string): string => {
  const toolgate = getProgramWords(process.env)
  return [
    `Wrote ${catalogue} and ${script}, with the tool ${name}.`,
    "Next:",
    `  ${toolgate} tools test --catalogue ${catalogue}`,
    `  ${toolgate} call ${name} text='to be or not to be' --catalogue ${catalogue}`,
    `  ${toolgate} tools show ${name} --catalogue ${catalogue}`,
    ""
  ].join("\n")
}
