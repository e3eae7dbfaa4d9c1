import * as Command from "effect/cli/Command"
import { residentRunCommand } from "./residentRunCommand.ts"
import { residentStartCommand } from "./residentStartCommand.ts"
import { residentStatusCommand } from "./residentStatusCommand.ts"
import { residentStopCommand } from "./residentStopCommand.ts"

/** The command `toolgate resident`, which manages the user's resident gate. */
export const residentCommand = Command.make("resident").pipe(
  Command.withDescription(
    "Manage your resident gate: one process behind a Unix socket that answers the commands and hooks of this user. They start it."
  ),
  Command.withShortDescription("Start, stop and show your resident gate"),
  Command.withSubcommands([residentStartCommand, residentStopCommand, residentStatusCommand, residentRunCommand])
)
