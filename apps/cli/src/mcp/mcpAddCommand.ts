// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references that a help text names
import { quoted } from "@toolgate/core"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { makeChanges, showChanges } from "./fileChanges.ts"
import { findNewServers } from "./findNewServers.ts"
import { addServers } from "./install/editMcpConfig.ts"
import { formatMcpText } from "./install/shown/formatMcpText.ts"
import { listServerSecrets } from "./listServerSecrets.ts"
import { getMcpFilePath, listConfigWords, makeMcpFileFlag, readMcpFile } from "./mcpFile.ts"
import { type ChosenServer, isOff, readChosenServers } from "./readChosenServers.ts"
import { draftServers, listAdvice, prepareServers } from "./readyServers.ts"
import { requireValidServers } from "./requireValidServers.ts"
import { readRights, rightsFlags } from "./rights.ts"

const words = Argument.String("NAME").pipe(
  Argument.withDescription(
    "The name of the server, and its command after --, as in: notes -- npx notes-server; with --from, the servers to add"
  ),
  Argument.variadic({ min: 0 })
)

const pairs = (flag: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar("NAME=VALUE"), Flag.withDescription(description), Flag.atLeast(0))

/** The command `toolgate mcp add`, which writes servers into a `mcp.yaml`. */
export const mcpAddCommand = Command.make("add", {
  words,
  url: Flag.String("url").pipe(
    Flag.withMetavar("URL"),
    Flag.withDescription("The URL of a server that is reached by HTTP"),
    Flag.optional
  ),
  header: pairs("header", "A header of every request to the URL; repeat for others"),
  env: pairs("env", "A variable of the command; repeat for others"),
  from: Flag.String("from").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("A client's configuration (.mcp.json, settings.json, config.toml), whose servers are added"),
    Flag.optional
  ),
  ...rightsFlags,
  config: makeMcpFileFlag("config")
}).pipe(
  Command.withDescription(
    [
      "Put an MCP server behind the gate: write its entry into mcp.yaml, and show what was written.",
      "",
      "A command of npx or uvx is not run. Instead, the current version of its package is installed into a separate folder,",
      "without scripts, and mcp.yaml names its program. The program is confined: it sees its package, the paths of",
      "--see and --change, and the network with --network. A command that cannot be confined needs --unconfined.",
      "",
      "A server that is in mcp.yaml already, with the same command or URL, stays as it is. Another one of the same name is refused.",
      "With --from, a server that cannot be added is named with the reason, and the others are added. Name the servers to add only those.",
      "",
      "Do not write secrets: write ${env:NAME}, ${file:PATH} or ${command:WORDS}, in single quotes. The value is read when the server starts.",
      "",
      "Exit status: 0 the servers were added, 1 one or more could not be added, 2 the command line or a file is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Put an MCP server behind the gate"),
  Command.withExamples([
    {
      command: "toolgate mcp add files --change ./notes -- npx -y @modelcontextprotocol/server-filesystem ./notes",
      description: "Install a server, and let it change one folder"
    },
    {
      command:
        "toolgate mcp add docs --url https://mcp.example.com/mcp --header 'Authorization=Bearer ${env:DOCS_TOKEN}'",
      description: "Add a server that is reached by HTTP"
    },
    { command: "toolgate mcp add --from .mcp.json", description: "Add the servers of a client's configuration" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const path = yield* getMcpFilePath(given.config)
      const before = yield* readMcpFile(path)
      const rights = yield* readRights(given)
      const chosen = yield* readChosenServers(given)
      const screen = yield* Screen
      const isOfFile = Option.isSome(given.from)
      const unknown = (servers: ReadonlyArray<ChosenServer>) =>
        Effect.gen(function* () {
          const fresh = yield* findNewServers(servers, {
            path,
            text: before,
            ...(isOfFile ? {} : { rights }),
            remedy: ([name = ""]) =>
              `Add it under another name, or remove the other one first with "${["toolgate mcp remove", name, ...listConfigWords(given.config)].join(" ")}".`
          })
          yield* requireValidServers(fresh, path)
          return fresh
        })
      // When reading a file, one invalid server does not block the others.
      const wanted = isOfFile ? chosen.filter((server) => given.words.length > 0 || !isOff(server)) : chosen
      const results = isOfFile
        ? yield* Effect.forEach(wanted, (server) => Effect.result(unknown([server])))
        : [yield* Effect.result(unknown(wanted))]
      const refused = results.flatMap((result) => (Result.isFailure(result) ? [result.failure] : []))
      const [first] = refused
      if (first !== undefined && (!isOfFile || first._tag !== "WrongUse")) return yield* first
      for (const { name } of chosen.filter((server) => !wanted.includes(server)))
        yield* screen.notice(`toolgate: The server ${quoted(name, 64)} is switched off, and is not added.\n`)
      for (const { message } of refused) yield* screen.notice(`toolgate: ${message}\n`)
      const fresh = results.flatMap((result) => (Result.isSuccess(result) ? result.success : []))
      const servers = yield* prepareServers(fresh, { rights, some: isOfFile }, (ready) =>
        Effect.gen(function* () {
          const after = ready.length === 0 ? before : yield* addServers(before, path, draftServers(ready))
          const changes = [{ path, before, after, show: formatMcpText }]
          yield* showChanges(
            changes,
            ready.flatMap(({ draft }) => listServerSecrets(draft))
          )
          yield* makeChanges(changes)
          return ready
        })
      )
      for (const advice of listAdvice(servers)) yield* screen.notice(`toolgate: ${advice}\n`)
      yield* screen.result(servers.length === 0 ? "Nothing was written.\n" : `Wrote ${JSON.stringify(path)}.\n`)
      if (refused.length > 0 || servers.length < fresh.length) return yield* new Unsuccessful({ exitStatus: 1 })
    })
  )
)
