import { existsSync, realpathSync, statSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json } from "../globalFlags.ts"
import { newFile } from "../newFile.ts"
import { programWords } from "../programWords.ts"
import { Screen } from "../Screen.ts"
import { jsonLine } from "../terminalText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { firstPolicy } from "./firstPolicy.ts"
import { lookAround, type Surroundings } from "./lookAround.ts"

const workspace = Flag.String("workspace").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder to read and to write the policy to; default: the current one"),
  Flag.withDefault(".")
)

/** The command `toolgate init`, which writes a first policy for a folder. */
export const initCommand = Command.make("init", { workspace, json }).pipe(
  Command.withDescription(
    [
      "Write a first policy for a folder: toolgate.yaml, with rules, the reasons for them, and tests.",
      "",
      "The command reads what the folder uses (package managers, languages, tests, git, the projects of a monorepo) and runs",
      "nothing. It never overwrites a file.",
      "",
      "Exit status: 0 the policy was written, 1 the file exists, or cannot be written, 2 the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Write a first policy for a folder"),
  Command.withExamples([
    { command: "toolgate init", description: "Write a policy for the current folder" },
    { command: "toolgate policy test toolgate.yaml", description: "Check that the policy decides as its tests expect" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const folder = yield* folderAt(given.workspace)
      const path = join(given.workspace, "toolgate.yaml")
      const found = yield* Effect.try({
        try: () => lookAround(folder),
        catch: (cause) => new WrongUse({ message: `The folder "${given.workspace}" cannot be read.`, cause })
      })
      const text = firstPolicy(found, schemaFor(folder))
      const problem = yield* Effect.sync(() => newFile(join(folder, "toolgate.yaml"), text))
      if (given.json)
        yield* screen.result(
          jsonLine({ success: problem === undefined, path, found: found.found, problem: problem ?? null })
        )
      if (problem !== undefined) {
        yield* screen.notice(`toolgate: ${JSON.stringify(path)} ${problem}\n`)
        return yield* new Unsuccessful({ exitStatus: 1 })
      }
      if (!given.json) yield* screen.result(writtenText(given.workspace, path, found))
    })
  )
)

const folderAt = (path: string): Effect.Effect<string, WrongUse> =>
  Effect.try({
    try: () => {
      if (path === "" || !statSync(path).isDirectory()) throw new Error("no folder")
      return realpathSync(path)
    },
    catch: (cause) =>
      new WrongUse({
        message: `The folder "${path}" of "--workspace" does not exist; name an existing folder.`,
        cause
      })
  })

/**
 * Returns the path of the schema: in the folder's own packages, where everybody's editor finds it, or otherwise beside
 * this program.
 */
const schemaFor = (folder: string): string => {
  const here = fileURLToPath(new URL("policy.schema.json", import.meta.url))
  const own = packages.find((path) => existsSync(join(folder, path)))
  if (own !== undefined) return `./${own}`
  const inside = relative(folder, here)
  return inside.startsWith("..") || inside === here ? here : `./${inside.split(sep).join("/")}`
}

const packages = [
  "node_modules/toolgate/cli/dist/policy.schema.json",
  "node_modules/@toolgate/policy-files/policy.schema.json",
  "node_modules/@toolgate/cli/dist/policy.schema.json"
]

const writtenText = (workspace: string, path: string, { found, commands, sources }: Surroundings): string => {
  const toolgate = programWords(process.env)
  const file = JSON.stringify(path).slice(1, -1)
  return [
    `Wrote ${file} for ${found.join(", ") || "a folder with nothing in it yet"}.`,
    `Allowed without a question: reading${sources.length === 0 ? "" : `, writing to ${sources.map(({ pattern }) => pattern).join(", ")}`}${commands.length === 0 ? "" : `, ${commands.map(({ command }) => command).join(", ")}`}.`,
    "Next:",
    `  ${toolgate} policy test ${file}`,
    `  ${toolgate} policy lint --strict ${file}`,
    `  ${toolgate} call list_dir${workspace === "." ? "" : ` --workspace ${JSON.stringify(workspace).slice(1, -1)}`} --policy ${file}`,
    "With --policy, the whole file applies. Without --policy, the file only narrows the calls in this folder, and its allow rules have no effect.",
    ""
  ].join("\n")
}
