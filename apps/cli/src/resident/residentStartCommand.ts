import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { connectToResident } from "./connectToResident.ts"
import { failResident } from "./failResident.ts"
import { getResidentFolder, getResidentStore, residentStartFlags } from "./residentFlags.ts"

/** The command `toolgate resident start`. */
export const residentStartCommand = Command.make("start", residentStartFlags).pipe(
  Command.withDescription(
    [
      "Start your resident gate in the background, unless it is running, and wait until it answers. It gets your home folder and name",
      "from the system and nothing from the environment of this command. One of an older version is replaced when no call is open.",
      "",
      "Exit status: 0 it answers, 1 it cannot be started or reached, 2 the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Start your resident gate"),
  Command.withExamples([
    { command: "toolgate resident start", description: "Start it before the first call needs it" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const folder = yield* getResidentFolder(given)
      const store = yield* getResidentStore(given)
      const { status, client } = yield* failResident(() => connectToResident({ folder, store, idleMs: given.idle }))
      client.close()
      yield* (yield* Screen).notice(
        `toolgate: The resident gate answers at ${status.socket} (process ${status.pid}).\n`
      )
    })
  )
)
