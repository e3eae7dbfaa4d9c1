import { ToolRegistry } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { ServedGate } from "./ServeOptions.ts"

/** Calls `changed` after tools have changed, once for all changes of one turn of the event loop, until it is closed. */
export const listChanges = async (gate: ServedGate, changed: () => void) => {
  const scope = Scope.makeUnsafe()
  let isDue = false
  const told = () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      changed()
    })
  }
  await Effect.runPromise(Scope.provide(Context.get(gate, ToolRegistry).listen(told), scope))
  return { close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
