import { existsSync, readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { NeededFolder } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { getHomeFolder } from "@toolgate/policy-files"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json } from "../flags/globalFlags.ts"
import { getProgramWords } from "../getProgramWords.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { writeNewFile } from "../writeNewFile.ts"
import { draftPolicy } from "./draftPolicy.ts"
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
      "Write a first policy for a folder: toolgate.yaml, with rules, the reasons for them, and tests. Its schema for editors,",
      "toolgate.schema.json, is put beside it, unless the folder has Toolgate among its packages.",
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
      if (holdsHomes(folder, found))
        return yield* new WrongUse({
          message: `The folder ${JSON.stringify(folder)} is not the folder of one project: it holds whole home folders. Run the command in the folder of a project, or name that with "--workspace".`
        })
      const schema = installedSchema(folder) ?? copiedSchema
      const text = draftPolicy(found, `./${schema}`)
      const problem = yield* Effect.sync(() => writeNewFile(join(folder, "toolgate.yaml"), text))
      const isCopied = problem === undefined && schema === copiedSchema && copySchema(folder)
      if (given.json)
        yield* screen.result(
          formatJsonLine({
            success: problem === undefined,
            path,
            found: found.found,
            beside: found.beside,
            unread: found.unread,
            repository: found.repository ?? null,
            problem: problem ?? null
          })
        )
      if (problem !== undefined) {
        yield* screen.notice(`toolgate: ${JSON.stringify(path)} ${problem}\n`)
        return yield* new Unsuccessful({ exitStatus: 1 })
      }
      if (!given.json) yield* screen.result(writtenText(given.workspace, path, found, isCopied))
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

/** Whether a folder contains home folders, and therefore all projects of its users. One home folder may itself be a project. */
const holdsHomes = (folder: string, { found }: Surroundings): boolean => {
  const home = getHomeFolder()
  if (dirname(folder) === folder) return true
  if (home === undefined || !isBeneath(home, folder)) return false
  return home !== folder || found.every((what) => / in |^\d+ more$/.test(what))
}

/** Returns the path of the schema in the folder's own packages, which is the same on every machine. `undefined` if it is missing. */
const installedSchema = (folder: string): string | undefined => packages.find((path) => existsSync(join(folder, path)))

/** The name of the schema beside the policy, where it can be committed. */
const copiedSchema = "toolgate.schema.json"

/**
 * Copies the schema beside the policy. Returns whether the file was written. The policy works without it, so an existing file stays, and a
 * failure is ignored.
 */
const copySchema = (folder: string): boolean => {
  const schema = readFileSync(fileURLToPath(new URL("policy.schema.json", import.meta.url)), "utf8")
  return writeNewFile(join(folder, copiedSchema), schema) === undefined
}

const packages = [
  "node_modules/toolgate/cli/dist/policy.schema.json",
  "node_modules/@toolgate/policy-files/policy.schema.json",
  "node_modules/@toolgate/cli/dist/policy.schema.json"
]

const besideText = ({ path, writer }: NeededFolder): string =>
  `${JSON.stringify(path)}${writer === undefined ? "" : " (git writes there)"}`

const writtenText = (
  workspace: string,
  path: string,
  { found, commands, sources, beside, unread, repository, unseenPackages }: Surroundings,
  isCopied: boolean
): string => {
  const toolgate = getProgramWords(process.env)
  const file = JSON.stringify(path).slice(1, -1)
  return [
    `Wrote ${file} for ${found.join(", ") || "a folder with nothing in it yet"}.`,
    ...(isCopied ? [`Wrote ${copiedSchema}, which editors use to complete and check it.`] : []),
    `Allowed without a question: reading in this folder, except for secrets${sources.length === 0 ? "" : `, writing to ${sources.map(({ pattern }) => pattern).join(", ")}`}${commands.length === 0 ? "" : `, ${commands.map(({ command }) => command).join(", ")}`}.`,
    ...unread.map((name) => `No rule is written for the scripts of ${JSON.stringify(name)}: it is not valid JSON.`),
    ...(repository === undefined
      ? []
      : [
          `The root of the repository is ${JSON.stringify(repository)}. Calls in this folder do not reach it, so git fails there.`,
          `To let them use git, run ${toolgate} init in the root, and make the calls there.`
        ]),
    ...(beside.length === 0
      ? []
      : [`Confined commands also see what lies beside the folder: ${beside.map(besideText).join(", ")}.`]),
    ...(unseenPackages === undefined
      ? []
      : [
          `node_modules leads to ${JSON.stringify(unseenPackages)}, which confined commands do not see. To show it to them, add to the policy:`,
          `  tools: { shell: { path: [${JSON.stringify(unseenPackages)}] } }`
        ]),
    "Next:",
    `  ${toolgate} policy test ${file}`,
    `  ${toolgate} policy lint --strict ${file}`,
    `  ${toolgate} call list_dir${workspace === "." ? "" : ` --workspace ${JSON.stringify(workspace).slice(1, -1)}`} --policy ${file}`,
    "With --policy, the whole file applies. Without --policy, the file only narrows the calls in this folder, and its allow rules have no effect.",
    ""
  ].join("\n")
}
