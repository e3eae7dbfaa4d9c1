import * as Clock from "effect/Clock"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../flags/globalFlags.ts"
import { getStoreReference, storeFlags } from "../flags/storeFlags.ts"
import { getUserName } from "../getUserName.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { providePins } from "./pinsIn.ts"
import { findNamedTools, provideNamedTools, toolFlags } from "./toolsHere.ts"

/** The command `toolgate tools approve`, which pins the definition of a tool as it is now. */
export const toolsApproveCommand = Command.make("approve", {
  ...toolFlags,
  ...storeFlags,
  json
}).pipe(
  Command.withDescription(
    [
      "Approve the definition of a tool as it is now. Gates that need pins and share the store show and run the tool from now on.",
      'Review the definition first, with "toolgate tools show" and "toolgate tools diff".',
      "For a tool of an MCP server, the server is started to ask for the definition.",
      "",
      "Exit status: 0 the definition is approved, 1 there is no such tool, 2 the store cannot be used, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Approve a tool as it is now"),
  Command.withExamples([
    { command: "toolgate tools approve search --tools tools.mjs", description: "Approve a tool that a module exports" },
    { command: "toolgate tools approve 'mcp__files__*'", description: "Approve all tools of an MCP server" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const reference = yield* getStoreReference(given)
      const found = yield* findNamedTools(given.name)
      const at = yield* Clock.currentTimeMillis
      const by = getUserName()
      const approved = yield* providePins(reference, ({ approve, record }) =>
        Effect.forEach(found, ({ definition, digest }) =>
          // Recorded first, so that no approval exists without a record.
          Effect.andThen(
            record({ action: "pin.approved", by, subject: definition.name, subjectId: digest }),
            approve(definition, { by, at })
          )
        )
      )
      for (const { tool, digest, by } of approved)
        if (given.json) yield* screen.result(formatJsonLine({ tool, digest, by, at: new Date(at).toISOString() }))
        else yield* screen.notice(`toolgate: Tool "${tool}" is approved, with the digest ${digest}.\n`)
    }).pipe(provideNamedTools(given))
  )
)
