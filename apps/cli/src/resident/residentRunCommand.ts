import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { failResident } from "./failResident.ts"
import { getResidentFolder, getResidentStore, residentStartFlags } from "./residentFlags.ts"

/** The command `toolgate resident run`, which is the resident gate itself. */
export const residentRunCommand = Command.make("run", residentStartFlags).pipe(
  Command.withDescription(
    [
      'Be the resident gate, in the foreground. "toolgate resident start" does this in the background, with an environment of its own.',
      "",
      "Exit status: 0 it was stopped or idle, or another process is the resident gate already, 1 it cannot listen, 2 the store cannot",
      "be opened, or the command line is invalid, 129, 130 or 143 SIGHUP, Ctrl-C or SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Be the resident gate"),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const stop = yield* Stop
      const folder = yield* getResidentFolder(given)
      const store = yield* getResidentStore(given)
      const isFirst = yield* failResident(async () => {
        // Loaded here, because no other command needs it.
        const { runResident } = await import("./runResident.ts")
        return runResident({ folder, store, idleMs: given.idle, stop: stop.signal })
      })
      if (!isFirst)
        yield* (yield* Screen).notice(`toolgate: Another process is the resident gate of "${folder}" already.\n`)
      if (stop.signal.aborted) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
    })
  )
)
