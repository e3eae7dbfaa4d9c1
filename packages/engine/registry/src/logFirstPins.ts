import { escapeUnprintable, type ToolDefinition } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

/**
 * Returns a function that logs tools pinned on first use, in one line per owner, because a server registers many tools at
 * once.
 */
export const logFirstPins = Effect.gen(function* () {
  const seen: Array<ToolDefinition> = []
  const isDue = yield* Queue.sliding<void>(1)
  const tell = Effect.suspend(() =>
    Effect.forEach(
      Map.groupBy(seen.splice(0), ({ owner }) => owner),
      ([owner, tools]) => Effect.logWarning(sentence(tools, owner))
    )
  )
  // Log the pending line on shutdown.
  yield* Effect.addFinalizer(() => tell)
  yield* Queue.take(isDue).pipe(
    Effect.andThen(Effect.sleep("200 millis")),
    Effect.andThen(tell),
    Effect.forever,
    Effect.forkScoped
  )
  return (tool: ToolDefinition): void => {
    seen.push(tool)
    Queue.offerUnsafe(isDue, undefined)
  }
})

const sentence = (tools: ReadonlyArray<ToolDefinition>, owner: string | undefined): string => {
  const named = tools
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join(", ")
  const more = tools.length > mostNamed ? `, and ${tools.length - mostNamed} more` : ""
  const whose = owner === undefined ? "" : ` of "${escapeUnprintable(owner)}"`
  return (
    `Pinned on first use, as nobody had approved ${tools.length === 1 ? "it" : "them"}: ${named}${more}${whose}. ` +
    'A definition that changes from now on is refused until a person approves it with "toolgate tools approve".'
  )
}

const mostNamed = 10
