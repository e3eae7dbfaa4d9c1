import { rmSync } from "node:fs"
import { quoted } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { draftServer, type ReadyServer, type ServerRights } from "./install/draftServer.ts"
import type { DraftedServer } from "./install/editMcpConfig.ts"
import { listLiteralValues } from "./listServerSecrets.ts"
import { getPackagesFolder } from "./mcpFile.ts"
import type { ChosenServer } from "./readChosenServers.ts"

/** A server that can be written. */
export interface ReadyToWrite extends ReadyServer {
  readonly name: string
}

/**
 * Prepares servers and writes them with `write`. If writing fails, their packages are removed. With `some`, the valid servers are written
 * without the others; otherwise all or none.
 */
export const prepareServers = <A, E, R>(
  chosen: ReadonlyArray<ChosenServer>,
  { rights, some = false }: { readonly rights: ServerRights; readonly some?: boolean },
  write: (ready: ReadonlyArray<ReadyToWrite>) => Effect.Effect<A, E, R>
) =>
  Effect.acquireUseRelease(readyServers(chosen, rights, some), write, (ready, exit) =>
    Exit.isSuccess(exit) ? Effect.void : uninstalled(ready)
  )

/** Prepares servers for writing, and reports each failure. */
const readyServers = Effect.fnUntraced(function* (
  chosen: ReadonlyArray<ChosenServer>,
  rights: ServerRights,
  some: boolean
) {
  const screen = yield* Screen
  const ready: Array<ReadyToWrite> = []
  for (const { name, draft } of chosen) {
    const result =
      "obstacle" in draft
        ? `It ${draft.obstacle}.`
        : yield* draftServer(draft, rights, getPackagesFolder()).pipe(
            Effect.catch(({ message }) => Effect.succeed(message))
          )
    if (typeof result === "string")
      yield* screen.notice(`toolgate: The server ${quoted(name, 64)} cannot be added. ${result}\n`)
    else ready.push({ name, ...result })
  }
  if (ready.length === chosen.length || (some && ready.length > 0)) return ready
  yield* uninstalled(ready)
  return yield* new Unsuccessful({ exitStatus: 1 })
})

/** Removes the packages of servers. */
const uninstalled = (servers: ReadonlyArray<ReadyToWrite>) =>
  Effect.sync(() => {
    for (const { installed } of servers)
      if (installed !== undefined) rmSync(installed.folder, { recursive: true, force: true })
  })

/** Returns the entries of servers, each with the version of its package. */
export const draftServers = (servers: ReadonlyArray<ReadyToWrite>): ReadonlyArray<DraftedServer> =>
  servers.map(({ name, draft, installed }) => ({ name, draft, note: installed?.exact }))

/** Returns what to check before the servers start. */
export const listAdvice = (servers: ReadonlyArray<ReadyToWrite>): ReadonlyArray<string> =>
  servers.flatMap(({ name, draft }) => {
    const { command = [], url = "", env = {}, headers = {}, files = [], unconfined, network } = draft
    const texts = [...command, url, ...Object.values(env), ...Object.values(headers)]
    const unseen = command
      .slice(2)
      .find(
        (word) =>
          /^(?:\/|\.{1,2}(?:\/|$))/.test(word) &&
          !files.some(({ path }) => word === path || word.startsWith(`${path}/`))
      )
    const isConfined = draft.command !== undefined && unconfined !== true
    return [
      ...(listLiteralValues(draft).length === 0
        ? []
        : [
            `The entry of "${name}" holds values of variables or headers. Keep secrets elsewhere, and refer to them: \${env:NAME}.`
          ]),
      ...(texts.some((text) => text.includes("$${"))
        ? [
            `The entry of "${name}" has "\${" as plain text, written as "$\${", because its client replaces nothing there. If you mean a variable, write \${env:NAME}.`
          ]
        : []),
      ...(isConfined && unseen !== undefined
        ? [
            `The argument ${JSON.stringify(unseen)} of "${name}" names a path that the server does not see, unless "files" in its entry lists it.`
          ]
        : []),
      ...(isConfined && network === undefined
        ? [`The server "${name}" has no network access. If it needs it, set "network: any".`]
        : [])
    ]
  })
