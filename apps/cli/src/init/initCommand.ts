import { existsSync, readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { isBeneath } from "@toolgate/core/access"
import { getHomeFolder } from "@toolgate/policy-files"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { json } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { writeNewFile } from "../writeNewFile.ts"
import { draftPolicy } from "./draftPolicy.ts"
import { formatWritten } from "./formatWritten.ts"
import { lookAround, type Surroundings } from "./lookAround.ts"
import { readTemplate, templateNames } from "./readTemplate.ts"
import { writeNewFiles } from "./writeNewFiles.ts"

const workspace = Flag.String("workspace").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder to read and to write the policy to; default: the current one"),
  Flag.withDefault(".")
)

const template = Flag.Literals("template", templateNames).pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("Start from a template in place of what the folder uses"),
  Flag.optional
)

/** The command `toolgate init`, which writes a first policy for a folder. */
export const initCommand = Command.make("init", { workspace, template, json }).pipe(
  Command.withDescription(
    [
      "Write a first policy for a folder: toolgate.yaml, with rules, the reasons for them, and tests. Its schema for editors,",
      "toolgate.schema.json, is put beside it, unless the folder has Toolgate among its packages.",
      "",
      "The command reads what the folder uses (package managers, languages, tests, git, the projects of a monorepo) and runs",
      "nothing. It never overwrites a file.",
      "",
      "A template is for a kind of agent:",
      "  minimal       secrets are denied, and all else is decided as without a policy",
      "  coding-agent  reads, edits and tests; git push and new packages ask",
      "  support-desk  answers customers: larger refunds ask, and customers' data is masked; with tools.yaml",
      "  data-analyst  queries data and databases without changing them; personal data is denied",
      "  mcp-gateway   MCP servers behind the gate: tools that read run, what they add later asks; with mcp.yaml",
      "",
      "Exit status: 0 the files were written, 1 one of them exists, or cannot be written, 2 the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Write a first policy for a folder"),
  Command.withExamples([
    { command: "toolgate init", description: "Write a policy for the current folder" },
    { command: "toolgate init --template support-desk", description: "Start from a template" },
    { command: "toolgate policy test toolgate.yaml", description: "Check that the policy decides as its tests expect" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const folder = yield* folderAt(given.workspace)
      const found = yield* Effect.try({
        try: () => lookAround(folder),
        catch: (cause) => new WrongUse({ message: `The folder "${given.workspace}" cannot be read.`, cause })
      })
      if (holdsHomes(folder, found))
        return yield* new WrongUse({
          message: `The folder ${JSON.stringify(folder)} is not the folder of one project: it holds whole home folders. Run the command in the folder of a project, or name that with "--workspace".`
        })
      const template = Option.getOrUndefined(given.template)
      const schema = installedSchema(folder) ?? copiedSchema
      const files =
        template === undefined
          ? [{ name: "toolgate.yaml", text: draftPolicy(found, `./${schema}`) }]
          : readTemplate(template, `./${schema}`)
      const { name, problem } = yield* Effect.sync(() => writeNewFiles(folder, files))
      const path = join(given.workspace, name)
      const isCopied = problem === undefined && schema === copiedSchema && copySchema(folder)
      if (given.json)
        yield* screen.result(
          formatJsonLine({
            success: problem === undefined,
            path,
            ...(template === undefined
              ? {
                  found: found.found,
                  beside: found.beside,
                  unread: found.unread,
                  repository: found.repository ?? null
                }
              : {
                  template,
                  files: problem === undefined ? files.map((file) => join(given.workspace, file.name)) : []
                }),
            problem: problem ?? null
          })
        )
      if (problem !== undefined) {
        yield* screen.notice(`toolgate: ${JSON.stringify(path)} ${problem}\n`)
        return yield* new Unsuccessful({ exitStatus: 1 })
      }
      if (!given.json)
        yield* screen.result(
          formatWritten({
            workspace: given.workspace,
            template,
            names: files.map((file) => file.name),
            found,
            copiedSchema: isCopied ? copiedSchema : undefined
          })
        )
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
  "node_modules/@toolgate/policy-files/policy.schema.json",
  "node_modules/@toolgate/cli/dist/policy.schema.json"
]
