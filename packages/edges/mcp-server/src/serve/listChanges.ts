import { ToolRegistry } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { ServeOptions } from "./ServeOptions.ts"

/** A list whose changes clients are notified of. */
export type ChangedList = "tools" | "prompts" | "resources"

/** Calls `changed` after a list changes, once per turn of the event loop, until closed. */
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
    // A prompt is a tool in the registry, and is shown or hidden like one.
    yield* Context.get(gate, ToolRegistry).listen(() => {
      told("tools")
      if (servers?.opens.has("prompts")) told("prompts")
    })
    if (servers?.opens.has("resources")) yield* servers.listen(() => told("resources"))
  })
  await Effect.runPromise(Scope.provide(listening, scope))
  return { close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
