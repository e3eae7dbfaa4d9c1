import { resolve, sep } from "node:path"
import { parseMcpConfig } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Screen } from "../Screen.ts"
import { quoteShellWord } from "../text/quoteShellWord.ts"
import type { EntryName } from "../toolbox/toolboxEntries.ts"
import { readToolboxEntries } from "../toolbox/toolboxFlags.ts"
import { WrongUse } from "../WrongUse.ts"
import { keepCopy, readClientCopy } from "./ClientCopy.ts"
import { type ClientFile, makeClientTextFormatter, parseClientText, requireUsable, restoreText } from "./clientFile.ts"
import { getLauncherPath, writeLauncher } from "./clientLauncher.ts"
import { makeChanges, showChanges } from "./fileChanges.ts"
import { findNewServers } from "./findNewServers.ts"
import type { GateEntry } from "./install/ClientText.ts"
import { addServers } from "./install/editMcpConfig.ts"
import type { McpClient } from "./install/McpClient.ts"
import type { FoundServer } from "./install/ServerDraft.ts"
import { formatMcpText } from "./install/shown/formatMcpText.ts"
import { listClientSecrets } from "./listServerSecrets.ts"
import { getMcpFilePath, readMcpFile } from "./mcpFile.ts"
import { assignGateNames, isOff } from "./readChosenServers.ts"
import { draftServers, listAdvice, prepareServers } from "./readyServers.ts"
import { requireConfirmation } from "./requireConfirmation.ts"
import { requireValidServers } from "./requireValidServers.ts"
import { readRights } from "./rights.ts"

/** The flags of an installation. */
export interface InstallFlags {
  readonly yes: boolean
  readonly servers: Option.Option<string>
  readonly workspace: Option.Option<string>
  readonly leave: ReadonlyArray<string>
  readonly toolbox: Option.Option<string>
  readonly see: ReadonlyArray<string>
  readonly change: ReadonlyArray<string>
  readonly network: boolean
  readonly unconfined: boolean
}

/** Adds the gate to a client's configuration, and moves the existing servers behind the gate. */
export const installGate = Effect.fnUntraced(function* (clientFile: ClientFile, given: InstallFlags) {
  const { client, path, text } = clientFile
  const screen = yield* Screen
  const rights = yield* readRights(given)
  const toolbox = yield* readToolboxEntries(given.toolbox)
  const copy = readClientCopy(path)
  // An earlier installation is restored first, so that one backup covers all installations.
  const base = yield* restoreText(clientFile, copy)
  const read = yield* parseClientText(client, path, base ?? "")
  const unknown = given.leave.find((name) => !read.servers.some((server) => server.name === name))
  if (unknown !== undefined)
    return yield* new WrongUse({
      message: `There is no server "${unknown}" in ${JSON.stringify(path)} to leave there.`
    })
  const servers = read.servers.filter(({ name, draft }) => !given.leave.includes(name) && !isOff({ draft }))
  const file = yield* getMcpFilePath(given.servers, "--servers")
  const mcpBefore = yield* readMcpFile(file)
  const known = mcpBefore === undefined ? [] : [...(yield* parseMcpConfig(mcpBefore, file)).servers.keys()]
  const named = assignGateNames(servers)
  const isMoved = (server: FoundServer) => copy?.moved.includes(server.name) === true
  // Servers that an earlier installation moved are used as they are, even if their entry was edited since.
  const others = named.filter((server, at) => !(isMoved(servers[at] as FoundServer) && known.includes(server.name)))
  const fresh = yield* findNewServers(others, {
    path: file,
    text: mcpBefore,
    remedy: (names) => {
      const left = servers.flatMap(({ name }, at) =>
        names.includes(named[at]?.name ?? "") ? ["--leave", quoteShellWord(name)] : []
      )
      return `To keep both, leave this one in the client with "${left.join(" ")}", outside the gate, or give it another name there. To use the one that is behind the gate, delete this one from the client's configuration.`
    }
  })
  yield* requireValidServers(fresh, file)
  const gate = yield* gateEntry(client, file, given.workspace, toolbox)
  const moved = servers.map(({ name }) => name)
  const { text: after } = yield* requireUsable(path, read.withGate(gate, moved))
  const secrets = listClientSecrets(read)
  yield* prepareServers(fresh, { rights }, (ready) =>
    Effect.gen(function* () {
      const mcpAfter =
        ready.length === 0 && mcpBefore !== undefined
          ? mcpBefore
          : yield* addServers(mcpBefore, file, draftServers(ready))
      const changes = [
        { path: file, before: mcpBefore, after: mcpAfter, show: formatMcpText },
        { path, before: text, after, show: makeClientTextFormatter(client) }
      ]
      yield* showChanges(changes, secrets)
      for (const advice of listAdvice(ready)) yield* screen.notice(`toolgate: ${advice}\n`)
      yield* requireConfirmation(given.yes)
      yield* Effect.tryPromise({
        try: async () => {
          await keepCopy({ path, before: base ?? null, after, moved })
          if (isUnix) await writeLauncher(process.execPath, resolve(process.argv[1] ?? ""))
        },
        catch: (cause) =>
          new WrongUse({
            message: `Cannot store what the client needs in the state folder: ${(cause as Error).message}.`,
            cause
          })
      })
      yield* makeChanges(changes)
    })
  )
  for (const name of given.leave)
    yield* screen.notice(
      `toolgate: The server "${name}" stays in the client's configuration. Its calls do not pass the gate.\n`
    )
  for (const folder of read.folders)
    yield* screen.notice(
      `toolgate: The client has further servers for the folder ${JSON.stringify(folder)}. They stay, and their calls do not pass the gate.\n`
    )
  if (client.ownTools !== undefined)
    yield* screen.notice(
      `toolgate: ${client.title}'s own tools, such as ${client.ownTools}, do not pass the gate. Deny them in its settings, if every call is to pass it.\n`
    )
  yield* screen.result(`${client.title} now uses the gate (${JSON.stringify(path)}). Restart it.\n`)
})

/** Whether a client can start a shell script. On Windows, it starts this Node directly. */
const isUnix = process.platform !== "win32"

/** Returns the entry with which the client starts this program, with a `mcp.yaml` and toolbox tools. */
const gateEntry = Effect.fnUntraced(function* (
  client: McpClient,
  file: string,
  workspace: Option.Option<string>,
  toolbox: ReadonlyArray<EntryName>
) {
  const program = resolve(process.argv[1] ?? "")
  if (program.includes(`${sep}_npx${sep}`))
    return yield* new WrongUse({
      message:
        "The client could not find a program that npx fetched for this run only. Install it first, by npm install --global @toolgate/cli. It is not published yet: name the file of the packed package."
    })
  if (client.name === "claude-desktop" && Option.isNone(workspace))
    return yield* new WrongUse({
      message: `${client.title} does not start its servers in one of your folders. Add "--workspace DIR", the folder that the tools work in.`
    })
  const args = [
    "mcp",
    "serve",
    "--config",
    file,
    ...(Option.isNone(workspace) ? [] : ["--workspace", resolve(workspace.value)]),
    ...(toolbox.length === 0 ? [] : ["--toolbox", toolbox.join(",")])
  ]
  const entry = isUnix ? { command: getLauncherPath(), args } : { command: process.execPath, args: [program, ...args] }
  return entry satisfies GateEntry
})
