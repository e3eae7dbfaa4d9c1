import { ToolRegistry } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { ServeOptions } from "./ServeOptions.ts"

/** A list that clients are told about when it changes. */
export type ChangedList = "tools" | "prompts" | "resources"

/** Calls `changed` after a list has changed, once for all changes of one turn of the event loop, until it is closed. */
export const listChanges = async (
  { gate, servers }: Pick<ServeOptions, "gate" | "servers">,
  changed: (list: ChangedList) => void
) => {
  const scope = Scope.makeUnsafe()
  const due = new Set<ChangedList>()
  const told = (list: ChangedList) => {
    if (due.size === 0)
      setImmediate(() => {
        const lists = [...due]
        due.clear()
        for (const one of lists) changed(one)
      })
    due.add(list)
  }
  const listening = Effect.gen(function* () {
    // Prompts are tools of the registry, and are shown or not as tools are.
    yield* Context.get(gate, ToolRegistry).listen(() => {
      told("tools")
      if (servers?.opens.has("prompts")) told("prompts")
    })
    if (servers?.opens.has("resources")) yield* servers.listen(() => told("resources"))
  })
  await Effect.runPromise(Scope.provide(listening, scope))
  return { close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
