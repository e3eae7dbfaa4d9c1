import * as Command from "effect/cli/Command"
import { auditListCommand } from "./auditListCommand.ts"
import { auditPendingCommand } from "./auditPendingCommand.ts"
import { auditShowCommand } from "./auditShowCommand.ts"
import { auditTailCommand } from "./auditTailCommand.ts"
import { auditVerifyCommand } from "./auditVerifyCommand.ts"

/** The command `toolgate audit`, which reads an audit log. */
export const auditCommand = Command.make("audit").pipe(
  Command.withDescription(
    "Read an audit log: list and show its records, follow it, verify that none was changed, find calls without an outcome."
  ),
  Command.withShortDescription("List, verify, follow and look through an audit log"),
  Command.withSubcommands([
    auditListCommand,
    auditShowCommand,
    auditTailCommand,
    auditVerifyCommand,
    auditPendingCommand
  ])
)
