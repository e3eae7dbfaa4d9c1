import { type Asker, ToolRegistry, Visibility } from "@toolgate/core"
import { encode, ToolDefinition } from "@toolgate/wire"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { builtins, shell } from "toolgate"
import { ToolgateLayer } from "toolgate/effect"
import { json } from "./globalFlags.ts"
import { Screen } from "./Screen.ts"
import { jsonLine } from "./terminalText.ts"
import { toolPage, toolTable } from "./toolText.ts"
import { Unsuccessful } from "./Unsuccessful.ts"

const name = Argument.String("NAME").pipe(Argument.withDescription("The tool to show"), Argument.optional)

/** The command `toolgate tools`, which shows the tools as the gate shows them to an agent. */
export const toolsCommand = Command.make("tools", { name, json }).pipe(
  Command.withDescription("List all tools, or show one with its arguments."),
  Command.withShortDescription("List the tools, or show one"),
  Command.withExamples([
    { command: "toolgate tools", description: "List all tools, one per line" },
    { command: "toolgate tools read_file", description: "Show the purpose, the arguments and the result of a tool" },
    { command: "toolgate tools --json", description: "Print all definitions as one line of JSON" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { visible, unknown } = yield* Visibility
      if (Option.isNone(given.name)) {
        const tools = visible(anyone)
        return yield* screen.result(
          given.json ? jsonLine(tools.map((tool) => encode(ToolDefinition, tool))) : toolTable(tools, screen.columns)
        )
      }
      const { lookup } = yield* ToolRegistry
      const { definition } = yield* (lookup(given.name.value) ?? unknown(given.name.value, anyone)).pipe(
        Effect.catch(({ message }) =>
          Effect.andThen(screen.notice(`toolgate: ${message}\n`), new Unsuccessful({ exitStatus: 1 }))
        )
      )
      return yield* screen.result(
        given.json ? jsonLine(encode(ToolDefinition, definition)) : toolPage(definition, screen.columns)
      )
    }).pipe(Effect.provide(gate()))
  )
)

const gate = () => ToolgateLayer.layer({ policy: "host", tools: [...builtins(), shell] })

const anyone: Asker = { principal: { agent: "default", ceiling: { tools: "any" } }, caller: { kind: "direct" } }
