import { encode, ToolDefinition } from "@toolgate/wire"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "./globalFlags.ts"
import { pinJson, pinOfTool, pinWords, withPins } from "./pinsIn.ts"
import { Screen } from "./Screen.ts"
import { missingStore, namedStore, storeFlags } from "./storeFlags.ts"
import { jsonLine } from "./terminalText.ts"
import { toolModules } from "./toolFiles.ts"
import { toolName, toolNamed, withTools } from "./toolsHere.ts"
import { toolPage } from "./toolText.ts"
import { WrongUse } from "./WrongUse.ts"

/** The command `toolgate tools show`, which shows the definition of a tool, and its digest. */
export const toolsShowCommand = Command.make("show", { name: toolName, tools: toolModules, ...storeFlags, json }).pipe(
  Command.withDescription(
    "Show the definition of a tool: its purpose, what it is able to do, its arguments, its digest. With a store, also its approval."
  ),
  Command.withShortDescription("Show one tool"),
  Command.withExamples([
    { command: "toolgate tools show read_file", description: "Show a built-in tool" },
    { command: "toolgate tools show search --tools tools.mjs", description: "Show a tool that a module exports" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const reference = missingStore(given) ?? namedStore(given)
      if (reference instanceof WrongUse) return yield* reference
      const tool = yield* toolNamed(given.name)
      const found = reference && (yield* withPins(reference, (pins, key) => pinOfTool(tool, pins, key)))
      const { definition, digest } = tool
      const pin = found && { pin: pinJson(found) }
      yield* screen.result(
        given.json
          ? jsonLine({ definition: encode(ToolDefinition, definition), digest, ...pin })
          : toolPage(tool, screen.columns, found && pinWords(found))
      )
    }).pipe(withTools(given.tools))
  )
)
