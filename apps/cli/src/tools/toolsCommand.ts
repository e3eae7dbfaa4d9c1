import { ToolRegistry } from "@toolgate/core"
import { maskTool } from "@toolgate/redaction"
import { PolicyVisibility } from "@toolgate/registry"
import { encode, ToolDefinition } from "@toolgate/wire"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { CatalogueHere } from "../catalogue/CatalogueHere.ts"
import { catalogueFlags } from "../catalogue/catalogueFlags.ts"
import { toolsImportCommand } from "../catalogue/toolsImportCommand.ts"
import { toolsNewCommand } from "../catalogue/toolsNewCommand.ts"
import { toolsTestCommand } from "../catalogue/toolsTestCommand.ts"
import { json } from "../flags/globalFlags.ts"
import { hostToolsFlag } from "../flags/hostToolsFlag.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { chooseAllTools } from "../toolbox/toolboxChoice.ts"
import { toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { formatToolTable } from "./formatToolTable.ts"
import * as ToolsOfFlags from "./ToolsOfFlags.ts"
import { toolModules } from "./toolFiles.ts"
import { toolsApproveCommand } from "./toolsApproveCommand.ts"
import { toolsDiffCommand } from "./toolsDiffCommand.ts"
import { makeCappedAsker } from "./toolsHere.ts"
import { toolsRevokeCommand } from "./toolsRevokeCommand.ts"
import { toolsShowCommand } from "./toolsShowCommand.ts"

/** The command `toolgate tools`, which lists the tools as the gate shows them to an agent. */
export const toolsCommand = Command.make("tools", {
  tools: toolModules,
  ...catalogueFlags,
  ...toolboxSettingsFlag,
  ...hostToolsFlag,
  json
}).pipe(
  Command.withDescription(
    [
      "List all tools, by category. The commands write and try tools of your own, show a tool, compare it with what was approved, approve",
      "it, and revoke the approval.",
      "",
      "Exit status: 0 the tools were listed, 1 a plugin could not be loaded or an entry of a catalogue is left out, 2 the command line or a file is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("List the tools, show, approve or revoke one"),
  Command.withExamples([
    { command: "toolgate tools", description: "List all tools, one per line" },
    {
      command: "toolgate tools show read_file",
      description: "Show the purpose, the arguments and the result of a tool"
    },
    { command: "toolgate tools --json", description: "Print all definitions as one line of JSON" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { allowed, unloaded, leftOut } = yield* CatalogueHere
      const tools = PolicyVisibility.make(yield* ToolRegistry).visible(makeCappedAsker(allowed))
      yield* screen.result(
        given.json
          ? formatJsonLine(tools.map((tool) => encode(ToolDefinition, maskTool(tool))))
          : formatToolTable(tools, screen.columns)
      )
      if (unloaded.length + leftOut.length > 0) return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.provide(ToolsOfFlags.layer(given, chooseAllTools)))
  ),
  Command.withSubcommands([
    toolsNewCommand,
    toolsTestCommand,
    toolsImportCommand,
    toolsShowCommand,
    toolsDiffCommand,
    toolsApproveCommand,
    toolsRevokeCommand
  ])
)
