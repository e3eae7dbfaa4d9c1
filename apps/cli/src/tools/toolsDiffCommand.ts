import type { Pin } from "@toolgate/core"
import { listChangedMembers, type PinFound } from "@toolgate/registry"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../flags/globalFlags.ts"
import { storeFlags } from "../flags/storeFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { formatDefinitionDiff } from "./formatDefinitionDiff.ts"
import { buildPinJson, describePin, findPins } from "./pinsIn.ts"
import { findNamedTools, provideNamedTools, toolFlags } from "./toolsHere.ts"

/** Whether a definition is compared with the one of a pin. A new name of a known source is compared with the most similar one. */
const isCompared = (found: PinFound): found is PinFound & { readonly pin: Pin } =>
  found.state === "changed" || found.state === "earlier" || found.state === "new"

/** The command `toolgate tools diff`, which compares the definition of a tool with the one that was approved. */
export const toolsDiffCommand = Command.make("diff", { ...toolFlags, ...storeFlags, json }).pipe(
  Command.withDescription(
    [
      "Compare the definition of a tool with the one that was approved: each member that has changed, line by line.",
      "For a tool of an MCP server, the server is started to ask for the definition.",
      "",
      "Exit status: 0 they are the same, 1 they differ, or no definition is approved, 2 the store cannot be used, or the command line",
      "is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Compare a tool with what was approved"),
  Command.withExamples([
    {
      command: "toolgate tools diff search --tools tools.mjs",
      description: "Show what has changed in a tool of a module"
    },
    {
      command: "toolgate tools diff 'mcp__files__*'",
      description: "Show what has changed in the tools of an MCP server"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const tools = yield* findNamedTools(given.name)
      const pins = yield* findPins(tools, given)
      const compared = tools.map((tool, at) => ({ tool, found: pins[at] as PinFound }))
      const title = (name: string) => (tools.length > 1 ? `${name}\n\n` : "")
      const shown: Array<string> = []
      for (const { tool, found } of compared) {
        const { definition, digest } = tool
        const changed = isCompared(found) ? listChangedMembers(definition, found.pin) : []
        if (given.json)
          yield* screen.result(formatJsonLine({ tool: definition.name, digest, pin: buildPinJson(found), changed }))
        else if (isCompared(found))
          shown.push(`${title(definition.name)}${formatDefinitionDiff(definition, found.pin)}`)
        yield* screen.notice(`toolgate: Tool "${definition.name}": ${describePin(found)}.\n`)
      }
      if (shown.length > 0) yield* screen.result(shown.join("\n"))
      if (compared.some(({ found }) => found.state !== "approved")) return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(provideNamedTools(given))
  )
)
