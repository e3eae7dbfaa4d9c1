// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references that a help text names
import { rmSync } from "node:fs"
import { homedir } from "node:os"
import { parseMcpConfig } from "@toolgate/mcp"
import {
  clientOfFile,
  type DraftedServer,
  draftServer,
  gateName,
  type ReadyServer,
  readClientText,
  type ServerDraft,
  type ServerRights,
  shownMcpText,
  withServers
} from "@toolgate/mcp/install"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { replaceText } from "../replaceText.ts"
import { diffPieces } from "../reviewText.ts"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { mcpFileFlag, mcpFilePath, mcpFileText, packagesFolder } from "./mcpFile.ts"
import { rightsFlags, rightsOf } from "./rights.ts"
import { literalValues, safeDiff, secretsOf } from "./safeDiff.ts"

const words = Argument.String("NAME").pipe(
  Argument.withDescription("The name of the server, and its command after --, as in: notes -- npx notes-server"),
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
  config: mcpFileFlag("config")
}).pipe(
  Command.withDescription(
    [
      "Put an MCP server behind the gate: write its entry into mcp.yaml, and show what was written.",
      "",
      "A command of npx or uvx is not run. Its package is installed into a folder of its own, without any script, in the version",
      "that is current, and mcp.yaml names that version's program. The program is confined: it sees its package, the paths of",
      "--see and --change, and the network with --network. A command that cannot be confined needs --unconfined.",
      "",
      "Do not write secrets: write ${env:NAME}, ${file:PATH} or ${command:WORDS}, in single quotes. The value is read when the server starts.",
      "",
      "Exit status: 0 the servers were added, 1 some could not be added, and nothing was written, 2 the command line or a file is invalid."
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
      const path = yield* mcpFilePath(given.config)
      const before = yield* mcpFileText(path)
      const rights = rightsOf(given)
      if (rights instanceof WrongUse) return yield* rights
      const chosen = chosenServers(given)
      if (chosen instanceof WrongUse) return yield* chosen
      const known = before === undefined ? [] : [...(yield* parseMcpConfig(before, path)).servers.keys()]
      const taken = chosen.find(({ name }) => known.includes(name))
      if (taken !== undefined)
        return yield* new WrongUse({
          message: `There is already a server "${taken.name}" in ${JSON.stringify(path)}; remove it first, or give this one another name.`
        })
      yield* Effect.acquireUseRelease(
        readyServers(chosen, rights),
        (servers) =>
          Effect.gen(function* () {
            const after = yield* withServers(before, path, drafted(servers))
            yield* written(path, before, after, servers)
            for (const server of servers) server.isWritten = true
          }),
        uninstalled
      )
    })
  )
)

/** A server with the name that it gets behind the gate. */
export interface ChosenServer {
  readonly name: string
  readonly draft: ServerDraft | { readonly obstacle: string }
}

/** A server that can be written. Its package is removed again if it is not. */
export interface ReadyToWrite extends ReadyServer {
  readonly name: string
  isWritten: boolean
}

const chosenServers = (given: {
  readonly words: ReadonlyArray<string>
  readonly url: Option.Option<string>
  readonly from: Option.Option<string>
  readonly header: ReadonlyArray<string>
  readonly env: ReadonlyArray<string>
}): ReadonlyArray<ChosenServer> | WrongUse => {
  const [name, ...command] = given.words
  const wrong = (message: string) => new WrongUse({ message })
  if (Option.isSome(given.from)) {
    if (name !== undefined || Option.isSome(given.url) || given.header.length + given.env.length > 0)
      return wrong(
        '"--from" takes the servers as they are in the file; leave out the name, "--url", "--header" and "--env".'
      )
    return serversIn(given.from.value)
  }
  if (name === undefined) return wrong('Name the server, and its command after "--", or give "--from FILE".')
  const headers = pairsOf(given.header)
  const env = pairsOf(given.env)
  if (headers === undefined || env === undefined) return wrong('"--header" and "--env" take NAME=VALUE.')
  if (Option.isSome(given.url)) {
    if (command.length + given.env.length > 0)
      return wrong('A server has a command or "--url", and "--env" is for a command.')
    return [{ name, draft: { url: given.url.value, ...(given.header.length === 0 ? {} : { headers }) } }]
  }
  if (given.header.length > 0) return wrong('"--header" is for a server with "--url".')
  if (command.length === 0)
    return wrong(`Give the command of the server after "--", as in: ${name} -- npx notes-server`)
  return [{ name, draft: { command, ...(given.env.length === 0 ? {} : { env }) } }]
}

const pairsOf = (given: ReadonlyArray<string>): Readonly<Record<string, string>> | undefined => {
  const pairs = given.map((pair) => /^([^=]+)=(.*)$/s.exec(pair)?.slice(1) as [string, string] | undefined)
  return pairs.includes(undefined) ? undefined : Object.fromEntries(pairs as ReadonlyArray<[string, string]>)
}

const serversIn = (path: string): ReadonlyArray<ChosenServer> | WrongUse => {
  const file = readTextFile(path, "configuration")
  const wrong = (message: string) => new WrongUse({ message: `${JSON.stringify(path)}: ${message}.` })
  if ("fault" in file) return wrong(file.fault)
  const read = readClientText(file.text, clientOfFile(path, file.text), homedir())
  if ("fault" in read) return wrong(read.fault)
  if (read.servers.length === 0) return wrong("it has no MCP servers")
  return gateNames(read.servers) ?? wrong("two of its servers would have the same name behind the gate")
}

/** Returns servers with the names that they get behind the gate; `undefined` if two would get the same. */
export const gateNames = (servers: ReadonlyArray<ChosenServer>): ReadonlyArray<ChosenServer> | undefined => {
  const named = servers.map(({ name, draft }) => ({ name: gateName(name) ?? name, draft }))
  return new Set(named.map(({ name }) => name)).size === named.length ? named : undefined
}

/** Makes servers ready to be written, all of them or none. Says of each that cannot be why. */
export const readyServers = Effect.fnUntraced(function* (chosen: ReadonlyArray<ChosenServer>, rights: ServerRights) {
  const screen = yield* Screen
  const ready: Array<ReadyToWrite> = []
  let isWhole = true
  for (const { name, draft } of chosen) {
    const result =
      "obstacle" in draft
        ? `It ${draft.obstacle}.`
        : yield* draftServer(draft, rights, packagesFolder()).pipe(
            Effect.catch(({ message }) => Effect.succeed(message))
          )
    if (typeof result === "string") {
      isWhole = false
      yield* screen.notice(`toolgate: The server "${name}" cannot be added. ${result}\n`)
    } else ready.push({ name, isWritten: false, ...result })
  }
  if (isWhole) return ready
  yield* uninstalled(ready)
  return yield* new Unsuccessful({ exitStatus: 1 })
})

/** Removes the packages of servers that were not written. */
export const uninstalled = (servers: ReadonlyArray<ReadyToWrite>) =>
  Effect.sync(() => {
    for (const { installed, isWritten } of servers)
      if (installed !== undefined && !isWritten) rmSync(installed.folder, { recursive: true, force: true })
  })

/** Returns the entries of servers, each with the version of its package. */
export const drafted = (servers: ReadonlyArray<ReadyToWrite>): ReadonlyArray<DraftedServer> =>
  servers.map(({ name, draft, installed }) => ({ name, draft, note: installed?.exact }))

/** Writes a `mcp.yaml`, and shows what was written. */
const written = Effect.fnUntraced(function* (
  path: string,
  before: string | undefined,
  after: string,
  servers: ReadonlyArray<ReadyToWrite>
) {
  const screen = yield* Screen
  const secrets = servers.flatMap(({ draft }) => secretsOf(draft))
  yield* screen.painted(diffPieces(safeDiff([{ path, before, after, show: shownMcpText }], secrets)))
  // Only its owner reads the file: it says what runs with the owner's rights, and may hold secrets against all advice.
  const fault = yield* Effect.promise(() => replaceText(path, before, after, 0o600))
  if (fault !== undefined) {
    yield* screen.notice(`toolgate: ${JSON.stringify(path)} ${fault}.\n`)
    return yield* new Unsuccessful({ exitStatus: 1 })
  }
  for (const advice of advices(servers)) yield* screen.notice(`toolgate: ${advice}\n`)
  yield* screen.result(`Wrote ${JSON.stringify(path)}.\n`)
})

/** Returns what a person should look at before the servers start. */
export const advices = (servers: ReadonlyArray<ReadyToWrite>): ReadonlyArray<string> =>
  servers.flatMap(({ name, draft }) => {
    const { command = [], files = [], unconfined, network } = draft
    const unseen = command
      .slice(2)
      .find(
        (word) =>
          /^(?:\/|\.{1,2}(?:\/|$))/.test(word) &&
          !files.some(({ path }) => word === path || word.startsWith(`${path}/`))
      )
    const isConfined = draft.command !== undefined && unconfined !== true
    return [
      ...(literalValues(draft).length === 0
        ? []
        : [
            `The entry of "${name}" holds values of variables or headers. Keep secrets elsewhere, and refer to them: \${env:NAME}.`
          ]),
      ...(isConfined && unseen !== undefined
        ? [
            `The argument ${JSON.stringify(unseen)} of "${name}" names a path that the server does not see, unless "files" in its entry lists it.`
          ]
        : []),
      ...(isConfined && network === undefined
        ? [`The server "${name}" does not reach the network. If it has to, write "network: any".`]
        : [])
    ]
  })
