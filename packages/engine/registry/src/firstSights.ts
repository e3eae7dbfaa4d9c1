import { plainly, type ToolDefinition } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

/**
 * Returns a function that logs, for the operator, that a tool was pinned on first use: in one line for each owner, because the tools of
 * a server come in crowds.
 */
export const firstSights = Effect.gen(function* () {
  const seen = yield* Queue.unbounded<ToolDefinition>()
  const telling = Effect.gen(function* () {
    const first = yield* Queue.take(seen)
    yield* Effect.sleep("200 millis")
    const all = [first, ...(yield* Queue.clear(seen))]
    for (const [owner, tools] of Map.groupBy(all, ({ owner }) => owner))
      yield* Effect.logWarning(
        sentence(
          tools.map(({ name }) => name),
          owner
        )
      )
  })
  yield* Effect.forkScoped(Effect.forever(telling))
  return (tool: ToolDefinition): void => void Queue.offerUnsafe(seen, tool)
})

const sentence = (tools: ReadonlyArray<string>, owner: string | undefined): string => {
  const named = tools.slice(0, mostNamed).join(", ")
  const more = tools.length > mostNamed ? `, and ${tools.length - mostNamed} more` : ""
  const whose = owner === undefined ? "" : ` of "${plainly(owner)}"`
  return (
    `Pinned on first use, as nobody had approved ${tools.length === 1 ? "it" : "them"}: ${named}${more}${whose}. ` +
    'A definition that changes from now on is refused until a person approves it with "toolgate tools approve".'
  )
}

/** The number of tools that one line names. */
const mostNamed = 10
