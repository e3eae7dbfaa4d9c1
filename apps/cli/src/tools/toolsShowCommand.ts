import { maskTool } from "@toolgate/redaction"
import { encode, ToolDefinition } from "@toolgate/wire"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { json } from "../flags/globalFlags.ts"
import { storeFlags } from "../flags/storeFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatToolPage } from "./formatToolPage.ts"
import { buildPinJson, describePin, findPins } from "./pinsIn.ts"
import { findNamedTools, provideNamedTools, toolFlags } from "./toolsHere.ts"

/** The command `toolgate tools show`, which shows the definition of a tool, and its digest. */
export const toolsShowCommand = Command.make("show", { ...toolFlags, ...storeFlags, json }).pipe(
  Command.withDescription(
    [
      "Show the definition of a tool: its purpose, what it is able to do, its arguments, its digest. With a store, also its approval.",
      "For a tool of an MCP server, the server is started to ask for the definition."
    ].join("\n  ")
  ),
  Command.withShortDescription("Show one tool"),
  Command.withExamples([
    { command: "toolgate tools show read_file", description: "Show a built-in tool" },
    { command: "toolgate tools show search --tools tools.mjs", description: "Show a tool that a module exports" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const tools = yield* findNamedTools(given.name)
      const isStoreNamed = Option.isSome(given.store) || Option.isSome(given.storeKey)
      const pins = isStoreNamed ? yield* findPins(tools, given) : undefined
      for (const [at, tool] of tools.entries()) {
        const found = pins?.[at]
        const { definition, digest, unchecked = [] } = tool
        const pin = found && { pin: buildPinJson(found) }
        yield* screen.result(
          given.json
            ? formatJsonLine({
                definition: encode(ToolDefinition, maskTool(definition)),
                digest,
                ...(unchecked.length === 0 ? {} : { unchecked }),
                ...pin
              })
            : `${at > 0 ? "\n" : ""}${formatToolPage(tool, screen.columns, found && describePin(found))}`
        )
      }
    }).pipe(provideNamedTools(given))
  )
)
