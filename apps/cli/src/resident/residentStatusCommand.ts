import { existsSync } from "node:fs"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatDuration } from "../text/formatDuration.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { findResident } from "./connectToResident.ts"
import { failResident } from "./failResident.ts"
import { getResidentPlace } from "./ResidentPlace.ts"
import type { ResidentStatus } from "./ResidentStatus.ts"
import { getResidentFolder, residentFolderFlag } from "./residentFlags.ts"

/** The command `toolgate resident status`. */
export const residentStatusCommand = Command.make("status", {
  ...residentFolderFlag,
  json: makeJsonFlag("Print the state as one line of JSON")
}).pipe(
  Command.withDescription(
    [
      "Show your resident gate: its process, version, socket, gates, sessions, open calls, waiting approvals and memory. If policy",
      "files were changed and do not load, the policy from before stays in force, and the reason is shown.",
      "",
      "Exit status: 0 it is running, 1 it is not running or does not answer, 2 the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Show your resident gate"),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const folder = yield* getResidentFolder(given)
      const found = yield* failResident(async () =>
        existsSync(folder) ? findResident(getResidentPlace(folder)) : undefined
      )
      found?.client.close()
      if (given.json)
        yield* screen.result(
          formatJsonLine(found === undefined ? { running: false } : { running: true, ...toJson(found.status) })
        )
      else if (found === undefined) yield* screen.notice("toolgate: There is no resident gate.\n")
      else yield* screen.result(formatStatus(found.status))
      if (found === undefined) return yield* new Unsuccessful({ exitStatus: 1 })
    })
  )
)

const toJson = (status: ResidentStatus) => ({
  pid: status.pid,
  version: status.version,
  socket: status.socket,
  store: status.store,
  uptime_ms: status.uptimeMs,
  sessions: status.sessions,
  open_calls: status.openCalls,
  waiting_approvals: status.waitingApprovals,
  memory_bytes: status.memoryBytes,
  gates: status.gates.map(({ workspace, files, project, sessions, openCalls, fault }) => ({
    workspace,
    policy: files,
    project_policy: project ?? null,
    sessions,
    open_calls: openCalls,
    fault: fault ?? null
  }))
})

const formatStatus = (status: ResidentStatus): string => {
  const { pid, version, socket, uptimeMs, sessions, openCalls, waitingApprovals, memoryBytes, gates } = status
  const mebibytes = Math.round(memoryBytes / 1024 / 1024)
  const lines = [
    `Process ${pid}, version ${version}, for ${formatDuration(uptimeMs)}, ${mebibytes} MiB, at ${socket}`,
    `${sessions} sessions, ${openCalls} open calls, ${waitingApprovals} waiting approvals`,
    ...gates.map(({ workspace, files, project, sessions, openCalls, fault }) => {
      const named = [...(files.length === 0 ? ["the built-in defaults"] : files), project ?? []].flat().join(", ")
      const state =
        fault === undefined ? "" : `. An earlier policy is in force, because its files do not load: ${fault}`
      return `${workspace} under ${named}: ${sessions} sessions, ${openCalls} open calls${state}`
    })
  ]
  return `${lines.join("\n")}\n`
}
