import { explainWhyAlone, quoted, type Refused, refused, type ToolDefinition } from "@toolgate/core"
import type { TurnStep } from "./readSteps.ts"

/**
 * Returns why a whole turn is refused, if it is: a call that may change something whose tool takes no child calls, or a call that delegates
 * to an agent or a person.
 */
export const refuseTurn = (
  steps: ReadonlyArray<TurnStep>,
  toolOf: (name: string) => ToolDefinition | undefined
): Refused | undefined => {
  for (const { call, tool } of steps) {
    const definition = toolOf(tool)
    const why = definition === undefined ? undefined : explainWhyAlone(definition)
    if (why !== undefined)
      return refused(
        "PolicyDenied",
        `Nothing of this turn ran. Its call ${quoted(call.id)} is one of ${quoted(tool)}, which ${why}. Make that call in a separate turn.`
      )
  }
  return undefined
}
