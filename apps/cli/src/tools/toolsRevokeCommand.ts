import * as Clock from "effect/Clock"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { formatTime } from "../approvals/approvalText.ts"
import { json } from "../flags/globalFlags.ts"
import { getExistingStore, storeFlags } from "../flags/storeFlags.ts"
import { getUserName } from "../getUserName.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatShortText } from "../text/formatShortText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { providePins } from "./pinsIn.ts"
import { meansServer } from "./toolsHere.ts"

/** The command `toolgate tools revoke`, which takes the approval of a tool back. */
export const toolsRevokeCommand = Command.make("revoke", {
  name: Argument.String("NAME").pipe(
    Argument.withDescription("The name of the tool; mcp__SERVER__* for all tools of an MCP server")
  ),
  ...storeFlags,
  json
}).pipe(
  Command.withDescription(
    [
      "Revoke the approval of a tool. Gates that require pins and share the store stop showing and running the tool until a person",
      "approves it again. Running calls continue. The tool itself no longer needs to exist.",
      "",
      "Exit status: 0 the approval is revoked, 1 no tool of this name is approved, 2 the store cannot be used, or the command line is",
      "invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Revoke the approval of a tool"),
  Command.withExamples([
    {
      command: "toolgate tools revoke 'mcp__files__*'",
      description: "Revoke the approvals of an MCP server's tools"
    },
    { command: "toolgate tools revoke search", description: "Block a tool until it is approved again" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const reference = yield* getExistingStore(given)
      const [by, at] = [getUserName(), yield* Clock.currentTimeMillis]
      const isMeant = meansServer(given.name)
        ? (tool: string) => tool.startsWith(given.name.slice(0, -1))
        : (tool: string) => tool === given.name
      const pins = yield* providePins(reference, ({ list, revoke, record }) =>
        Effect.gen(function* () {
          const meant = (yield* list).filter(({ tool, revoked }) => isMeant(tool) && revoked !== true)
          for (const [subject, pins] of Map.groupBy(meant, ({ tool }) => tool))
            yield* record({
              action: "pin.revoked",
              by,
              subject,
              details: { digests: pins.map(({ digest }) => digest) }
            })
          return yield* revoke(isMeant, { by, at })
        })
      )
      const revoked = new Set(pins.map(({ tool }) => tool))
      for (const tool of revoked)
        if (given.json) yield* screen.result(formatJsonLine({ tool, by, at: formatTime(at) }))
        else yield* screen.notice(`toolgate: The approval of tool ${formatShortText(tool)} is revoked.\n`)
      if (revoked.size > 0) return
      const message = `Nothing to revoke: this store has no approval for a tool ${formatShortText(given.name)}.`
      if (given.json) yield* screen.result(formatJsonLine({ tool: given.name, message }))
      else yield* screen.notice(`toolgate: ${message}\n`)
      return yield* new Unsuccessful({ exitStatus: 1 })
    })
  )
)
