import { existsSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { findResident } from "./connectToResident.ts"
import { failResident } from "./failResident.ts"
import { isRunning } from "./isRunning.ts"
import { getResidentPlace } from "./ResidentPlace.ts"
import { ResidentUnavailable } from "./ResidentUnavailable.ts"
import { getResidentFolder, residentFolderFlag } from "./residentFlags.ts"

/** The command `toolgate resident stop`. */
export const residentStopCommand = Command.make("stop", residentFolderFlag).pipe(
  Command.withDescription(
    [
      "End your resident gate, whichever version it has. Its calls get a few seconds to end, and are then cancelled.",
      "",
      "Exit status: 0 it has ended, or was not running, 1 it does not end, 2 the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("End your resident gate"),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const folder = yield* getResidentFolder(given)
      const pid = yield* failResident(() => stopResident(folder))
      const said = pid === undefined ? "There is no resident gate." : `The resident gate (process ${pid}) has ended.`
      yield* (yield* Screen).notice(`toolgate: ${said}\n`)
    })
  )
)

/** Ends the resident gate of a folder, and waits for its end. Returns its process, or `undefined` if there is none. */
const stopResident = async (folder: string): Promise<number | undefined> => {
  if (!existsSync(folder)) return undefined
  const found = await findResident(getResidentPlace(folder))
  if (found === undefined) return undefined
  const { client, status } = found
  await client.send("POST", "/v1/resident/stop")
  client.close()
  const until = performance.now() + longestEndMs
  while (isRunning(status.pid)) {
    if (performance.now() > until)
      throw new ResidentUnavailable(
        `The resident gate (process ${status.pid}) does not end. Kill it: kill -9 ${status.pid}`
      )
    await sleep(15)
  }
  return status.pid
}

/** Longer than the calls get to end. */
const longestEndMs = 15_000
