import { encode, ToolDefinition } from "@toolgate/wire"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "./globalFlags.ts"
import { Screen } from "./Screen.ts"
import { jsonLine } from "./terminalText.ts"
import { toolModules } from "./toolFiles.ts"
import { toolName, toolNamed, withTools } from "./toolsHere.ts"
import { toolPage } from "./toolText.ts"

/** The command `toolgate tools show`, which shows the definition of a tool, and its digest. */
export const toolsShowCommand = Command.make("show", { name: toolName, tools: toolModules, json }).pipe(
  Command.withDescription(
    "Show the definition of a tool: its purpose, what it is able to do, its arguments, its digest."
  ),
  Command.withShortDescription("Show one tool"),
  Command.withExamples([
    { command: "toolgate tools show read_file", description: "Show a built-in tool" },
    { command: "toolgate tools show search --tools tools.mjs", description: "Show a tool that a module exports" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const tool = yield* toolNamed(given.name)
      yield* screen.result(
        given.json
          ? jsonLine({ definition: encode(ToolDefinition, tool.definition), digest: tool.digest })
          : toolPage(tool, screen.columns)
      )
    }).pipe(withTools(given.tools))
  )
)
