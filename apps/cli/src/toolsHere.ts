import { type Asker, ToolRegistry } from "@toolgate/core"
import { PolicyVisibility } from "@toolgate/registry"
import * as Argument from "effect/cli/Argument"
import * as Effect from "effect/Effect"
import { registryOf } from "./registryOf.ts"
import { Screen } from "./Screen.ts"
import { Unsuccessful } from "./Unsuccessful.ts"

/** The argument that names a tool. */
export const toolName = Argument.String("NAME").pipe(Argument.withDescription("The tool, by its name or an alias"))

/** Provides the tools of these modules and of this command line. */
export const withTools = (modules: ReadonlyArray<string>) =>
  Effect.provideServiceEffect(ToolRegistry, registryOf(modules))

/** Returns the tool of a name or alias. If there is none, the command ends with the nearest names. */
export const toolNamed = Effect.fnUntraced(function* (name: string) {
  const registry = yield* ToolRegistry
  const found = registry.lookup(name) ?? PolicyVisibility.make(registry).unknown(name, anyone)
  return yield* Effect.catch(found, ({ message }) =>
    Effect.andThen(
      Effect.flatMap(Screen, (screen) => screen.notice(`toolgate: ${message}\n`)),
      new Unsuccessful({ exitStatus: 1 })
    )
  )
})

/** An asker from whom nothing is hidden. */
export const anyone: Asker = { principal: { agent: "default", ceiling: { tools: "any" } }, caller: { kind: "direct" } }
