import type { Tool, ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"

/**
 * Replaces the tools that a source had with those that it has now, and returns an effect that brings the earlier ones back.
 * Tools that the app has removed stay away, and no tool of another source is replaced. If a tool is refused, nothing changes.
 */
export const exchangeTools = (
  { add, replace, remove, has }: ToolRegistry["Service"],
  before: ReadonlyArray<Tool>,
  now: ReadonlyArray<Tool>
): Effect.Effect<Effect.Effect<void>, ToolRegistrationError> => {
  const steps: Array<Effect.Effect<unknown, ToolRegistrationError>> = []
  const undo = Effect.suspend(() =>
    Effect.forEach(steps.toReversed(), (step) => Effect.ignore(step), { discard: true })
  )
  const exchange = Effect.gen(function* () {
    const earlier = new Map(before.map((tool) => [tool.name, tool]))
    const later = new Set(now.map(({ name }) => name))
    for (const tool of before) if (!later.has(tool.name) && (yield* remove(tool.name))) steps.push(add(tool))
    for (const tool of now) {
      const old = earlier.get(tool.name)
      if (old === tool) continue
      if (old === undefined) {
        yield* add(tool)
        steps.push(remove(tool.name))
      } else if (has(tool.name)) {
        yield* replace(tool)
        steps.push(replace(old))
      }
    }
    return undo
  })
  return Effect.tapError(exchange, () => undo)
}
