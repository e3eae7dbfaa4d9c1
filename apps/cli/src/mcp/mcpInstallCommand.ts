import { existsSync, rmSync } from "node:fs"
import { homedir } from "node:os"
import { resolve, sep } from "node:path"
import { parseMcpConfig } from "@toolgate/mcp"
import {
  type ClientFault,
  type ClientText,
  clientPath,
  type FoundServer,
  type GateEntry,
  type McpClient,
  mcpClient,
  mcpClients,
  readClientText,
  shownClientText,
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
import { switchFlag } from "../switchFlag.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { type ClientCopy, clientCopy, dropCopy, keepCopy } from "./ClientCopy.ts"
import { confirmed } from "./confirmed.ts"
import { advices, drafted, gateNames, type ReadyToWrite, readyServers, uninstalled } from "./mcpAddCommand.ts"
import { mcpFileFlag, mcpFilePath, mcpFileText } from "./mcpFile.ts"
import { rightsFlags, rightsOf } from "./rights.ts"
import { type ShownChange, safeDiff, secretsOf } from "./safeDiff.ts"

const names = mcpClients.map(({ name }) => name)

/** The command `toolgate mcp install`, which puts the gate into a client's configuration. */
export const mcpInstallCommand = Command.make("install", {
  client: Argument.Literals("CLIENT", names).pipe(Argument.withDescription(`The client: ${names.join(", ")}`)),
  remove: switchFlag("remove", "Take the gate out again, and put the client's servers back"),
  yes: switchFlag("yes", "Write without a question"),
  config: Flag.String("config").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("The client's configuration; default: the user's own, where the client looks for it"),
    Flag.optional
  ),
  servers: mcpFileFlag("servers"),
  workspace: Flag.String("workspace").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("The folder that the tools work in; default: the one in which the client starts the gate"),
    Flag.optional
  ),
  leave: Flag.String("leave").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("A server that stays in the client's configuration, past the gate; repeat for others"),
    Flag.atLeast(0)
  ),
  ...rightsFlags
}).pipe(
  Command.withDescription(
    [
      "Put the gate into a client's configuration, and move the servers that are there behind the gate.",
      "",
      "The changes of the client's configuration and of mcp.yaml are shown, and made when you agree. A copy of the configuration",
      "is kept. With --remove, the configuration is as it was before, byte for byte, unless it was changed meanwhile: then the",
      "gate is taken out, and the servers are put back. mcp.yaml keeps them.",
      "",
      'Servers are added as by "toolgate mcp add --from". If one cannot be moved, nothing is written; --leave leaves it where it is,',
      "and --unconfined moves all as they are.",
      "",
      "Exit status: 0 done, 1 nothing was written, 2 the command line or a file is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Put the gate into a client's configuration"),
  Command.withExamples([
    { command: "toolgate mcp install claude-code", description: "See the change, and confirm it" },
    {
      command: "toolgate mcp install cursor --config .cursor/mcp.json --yes",
      description: "Change the configuration of a project without a question"
    },
    { command: "toolgate mcp install claude-code --remove", description: "Put everything back" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const client = mcpClient(given.client)
      const path = resolve(
        Option.getOrElse(given.config, () =>
          clientPath(client, { home: homedir(), env: process.env, platform: process.platform })
        )
      )
      const text = yield* clientFile(path)
      yield* given.remove ? removed(client, path, text, given.yes) : installed(client, path, text, given)
    })
  )
)

interface Given {
  readonly yes: boolean
  readonly servers: Option.Option<string>
  readonly workspace: Option.Option<string>
  readonly leave: ReadonlyArray<string>
  readonly see: ReadonlyArray<string>
  readonly change: ReadonlyArray<string>
  readonly network: boolean
  readonly unconfined: boolean
}

const clientFile = (path: string): Effect.Effect<string | undefined, WrongUse> => {
  if (!existsSync(path)) return Effect.undefined
  const read = readTextFile(path, "configuration")
  return "text" in read ? Effect.succeed(read.text) : Effect.fail(unusable(path, read.fault))
}

const unusable = (path: string, fault: string) => new WrongUse({ message: `${JSON.stringify(path)}: ${fault}.` })

const orUnusable = <A>(path: string, result: A | ClientFault): Effect.Effect<Exclude<A, ClientFault>, WrongUse> =>
  typeof result === "object" && result !== null && "fault" in result
    ? Effect.fail(unusable(path, result.fault))
    : Effect.succeed(result as Exclude<A, ClientFault>)

const readOf = (client: McpClient, path: string, text: string): Effect.Effect<ClientText, WrongUse> =>
  orUnusable(path, readClientText(text, client, homedir()))

const installed = Effect.fnUntraced(function* (
  client: McpClient,
  path: string,
  text: string | undefined,
  given: Given
) {
  const rights = rightsOf(given)
  if (rights instanceof WrongUse) return yield* rights
  const copy = clientCopy(path)
  // What was moved before is put back first, so that one copy leads back over every installation.
  const base = yield* textBefore(client, path, text, copy)
  const read = yield* readOf(client, path, base ?? "")
  const unknown = given.leave.find((name) => !read.servers.some((server) => server.name === name))
  if (unknown !== undefined)
    return yield* new WrongUse({
      message: `There is no server "${unknown}" in ${JSON.stringify(path)} to leave there.`
    })
  const servers = read.servers.filter(({ name, draft }) => !given.leave.includes(name) && !isOff(draft))
  const file = yield* mcpFilePath(given.servers, "--servers")
  const mcpBefore = yield* mcpFileText(file)
  const known = mcpBefore === undefined ? [] : [...(yield* parseMcpConfig(mcpBefore, file)).servers.keys()]
  const named = gateNames(servers)
  if (named === undefined)
    return yield* new WrongUse({
      message: "Two servers would have the same name behind the gate; rename one, or leave it with --leave."
    })
  const isMoved = (server: FoundServer) => copy?.moved.includes(server.name) === true
  const fresh = named.filter((server, at) => !(isMoved(servers[at] as FoundServer) && known.includes(server.name)))
  const taken = fresh.find(({ name }) => known.includes(name))
  if (taken !== undefined)
    return yield* new WrongUse({
      message: `There is already a server "${taken.name}" in ${JSON.stringify(file)}; remove it there, or leave this one with --leave.`
    })
  const gate = yield* gateEntry(
    client,
    mcpBefore === undefined && fresh.length === 0 ? undefined : file,
    given.workspace
  )
  const moved = servers.map(({ name }) => name)
  const { text: after } = yield* orUnusable(path, read.withGate(gate, moved))
  yield* Effect.acquireUseRelease(
    readyServers(fresh, rights),
    (ready) =>
      Effect.gen(function* () {
        const mcpAfter = ready.length === 0 ? mcpBefore : yield* withServers(mcpBefore, file, drafted(ready))
        const changes = [
          { path: file, before: mcpBefore, after: mcpAfter, show: shownMcpText },
          { path, before: text, after, show: shownBy(client) }
        ]
        const secrets = read.servers.flatMap(({ draft }) => ("obstacle" in draft ? [] : secretsOf(draft)))
        const isWritten = yield* written(changes, secrets, given.yes, ready, () =>
          keepCopy({ path, before: base ?? null, after, moved })
        )
        if (isWritten) for (const server of ready) server.isWritten = true
      }),
    uninstalled
  )
  const screen = yield* Screen
  for (const name of given.leave)
    yield* screen.notice(
      `toolgate: The server "${name}" stays in the client's configuration. Its calls do not pass the gate.\n`
    )
  for (const folder of read.folders)
    yield* screen.notice(
      `toolgate: The client has further servers for the folder ${JSON.stringify(folder)}. They stay, and their calls do not pass the gate.\n`
    )
  yield* screen.result(`${client.title} has the gate in ${JSON.stringify(path)}. Start it anew.\n`)
})

/** Whether the client does not start the server either. */
const isOff = (draft: FoundServer["draft"]): boolean => "obstacle" in draft && draft.obstacle === "is switched off"

/** Returns the text of a configuration from before the gate; `undefined`: there was no file. */
const textBefore = Effect.fnUntraced(function* (
  client: McpClient,
  path: string,
  text: string | undefined,
  copy: ClientCopy | undefined
) {
  if (text === undefined) return undefined
  if (copy?.after === text) return copy.before ?? undefined
  const read = yield* readOf(client, path, text)
  const before = copy?.before == null ? undefined : yield* readOf(client, path, copy.before)
  const without = yield* orUnusable(path, read.withoutGate(before, copy?.moved ?? []))
  return without.text
})

const removed = Effect.fnUntraced(function* (client: McpClient, path: string, text: string | undefined, yes: boolean) {
  const screen = yield* Screen
  const copy = clientCopy(path)
  const before = yield* textBefore(client, path, text, copy)
  if (text === undefined || before === text)
    return yield* new WrongUse({ message: `The gate is not in ${JSON.stringify(path)}.` })
  const read = before === undefined ? undefined : yield* readOf(client, path, before)
  const secrets = read?.servers.flatMap(({ draft }) => ("obstacle" in draft ? [] : secretsOf(draft))) ?? []
  yield* written([{ path, before: text, after: before, show: shownBy(client) }], secrets, yes, [], async () => {})
  yield* Effect.sync(() => dropCopy(path))
  yield* screen.result(`${client.title} has its own servers again, in ${JSON.stringify(path)}. Start it anew.\n`)
})

interface Change extends Omit<ShownChange, "after"> {
  readonly after: string | undefined
}

const shownBy = (client: McpClient) => (text: string) => shownClientText(text, client)

/** Shows the changes and, if a person agrees, makes all of them or none. `keep` is called before the first. */
const written = Effect.fnUntraced(function* (
  changes: ReadonlyArray<Change>,
  secrets: ReadonlyArray<string>,
  yes: boolean,
  ready: ReadonlyArray<ReadyToWrite>,
  keep: () => Promise<void>
) {
  const screen = yield* Screen
  const shown = changes
    .filter(({ before, after }) => before !== after)
    .map(({ after = "", ...change }) => ({ ...change, after }))
  yield* screen.painted(diffPieces(safeDiff(shown, secrets)))
  for (const advice of advices(ready)) yield* screen.notice(`toolgate: ${advice}\n`)
  if (!(yield* confirmed(yes))) {
    yield* screen.notice("toolgate: Nothing was written.\n")
    return yield* new Unsuccessful({ exitStatus: 1 })
  }
  const fault = yield* Effect.tryPromise({
    try: async () => {
      await keep()
      return await madeAll(changes)
    },
    catch: (cause) =>
      new WrongUse({ message: `A copy of the configuration cannot be kept: ${(cause as Error).message}.`, cause })
  })
  if (fault === undefined) return true
  yield* screen.notice(`toolgate: ${fault}\n`)
  return yield* new Unsuccessful({ exitStatus: 1 })
})

const madeAll = async (changes: ReadonlyArray<Change>): Promise<string | undefined> => {
  const made: Array<Change> = []
  for (const change of changes) {
    const fault = await make(change)
    if (fault !== undefined) {
      for (const { path, before, after } of made.toReversed()) await make({ path, before: after, after: before })
      return `${JSON.stringify(change.path)} ${fault}. Nothing was written.`
    }
    made.push(change)
  }
  return undefined
}

const make = async ({ path, before, after }: Omit<Change, "show">): Promise<string | undefined> => {
  if (before === after) return undefined
  if (after !== undefined) return replaceText(path, before, after, 0o600)
  rmSync(path, { force: true })
  return undefined
}

/** Returns the entry with which the client starts this program, with the servers of a `mcp.yaml` if there is one. */
const gateEntry = Effect.fnUntraced(function* (
  client: McpClient,
  file: string | undefined,
  workspace: Option.Option<string>
) {
  const program = resolve(process.argv[1] ?? "")
  if (program.includes(`${sep}_npx${sep}`))
    return yield* new WrongUse({
      message:
        "The client could not find a program that npx has fetched for once. Install it first: npm install --global toolgate"
    })
  if (client.name === "claude-desktop" && Option.isNone(workspace))
    return yield* new WrongUse({
      message: `${client.title} starts its servers in no folder of yours. Add "--workspace DIR", the folder that the tools work in.`
    })
  const args = [
    program,
    "mcp",
    "serve",
    ...(file === undefined ? [] : ["--config", file]),
    ...(Option.isNone(workspace) ? [] : ["--workspace", resolve(workspace.value)])
  ]
  return { command: process.execPath, args } satisfies GateEntry
})
