import { type Asker, type Ceiling, type Refused, type RegisteredTool, ToolRegistry } from "@toolgate/core"
import { PolicyVisibility } from "@toolgate/registry"
import * as Context from "effect/Context"
import * as Argument from "effect/cli/Argument"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sourceFlags } from "../catalogue/catalogueFlags.ts"
import { gateFlags } from "../flags/gateFlags.ts"
import { makeMcpFileFlag } from "../mcp/mcpFile.ts"
import { openServerTools, parseServerName, type ServerFlags } from "../mcp/openServerTools.ts"
import { Screen } from "../Screen.ts"
import { chooseNamedTools } from "../toolbox/toolboxChoice.ts"
import { toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import * as ToolsOfFlags from "./ToolsOfFlags.ts"
import { toolModules } from "./toolFiles.ts"

/** The argument that names a tool, and the flags that say where the tool comes from. */
export const toolFlags = {
  name: Argument.String("NAME").pipe(
    Argument.withDescription("The tool, by its name or an alias; mcp__SERVER__* for all tools of an MCP server")
  ),
  tools: toolModules,
  ...sourceFlags,
  ...toolboxSettingsFlag,
  config: makeMcpFileFlag("config"),
  workspace: gateFlags.workspace,
  policy: gateFlags.policy,
  noProjectPolicy: gateFlags.noProjectPolicy
}

/**
 * Provides the tools among which a command looks for the one that its flags name. For a tool of an MCP server, the server is
 * started, and ended after the command.
 */
export const provideNamedTools =
  (given: ServerFlags & ToolsOfFlags.ToolFlags & { readonly name: string }) =>
  <A, E, R>(command: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const registry = Context.get(
        yield* Layer.build(ToolsOfFlags.layer(given, chooseNamedTools([given.name]))),
        ToolRegistry
      )
      const server = registry.has(given.name) ? undefined : parseServerName(given.name)
      const found = server === undefined ? registry : yield* openServerTools(server, given)
      return yield* Effect.provideService(command, ToolRegistry, found)
    }).pipe(Effect.scoped)

/** Whether a name means all tools of an MCP server, as "mcp__files__*" does. */
export const meansServer = (name: string): boolean => name.endsWith("__*") && parseServerName(name) !== undefined

/** Returns the tools of a name or alias, or those of a server. If no tool matches, the command ends with the nearest names. */
export const findNamedTools = Effect.fnUntraced(function* (name: string) {
  const registry = yield* ToolRegistry
  const names = meansServer(name)
    ? registry.list().flatMap((tool) => (tool.name.startsWith(name.slice(0, -1)) ? tool.name : []))
    : []
  const found: Effect.Effect<ReadonlyArray<RegisteredTool>, Refused> = Effect.forEach(
    names.length > 0 ? names : [name],
    (one) => registry.lookup(one) ?? PolicyVisibility.make(registry).unknown(one, anyone)
  )
  return yield* Effect.catch(found, ({ message }) =>
    Effect.andThen(
      Effect.flatMap(Screen, (screen) => screen.notice(`toolgate: ${message}\n`)),
      new Unsuccessful({ exitStatus: 1 })
    )
  )
})

/** Returns an asker who may use these tools. */
export const makeCappedAsker = (tools: Ceiling["tools"]): Asker => ({
  principal: { agent: "default", ceiling: { tools } },
  caller: { kind: "direct" }
})

/** An asker from whom nothing is hidden. */
const anyone = makeCappedAsker("any")
