import {
  cachePerObject,
  type Gated,
  PinStore,
  type Refused,
  type RegisteredTool,
  type Tool,
  ToolBatch,
  type ToolDefinition,
  type ToolRegistrationError,
  ToolRegistry
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import { makePinCheck, type PinOptions, refuseUnreadPin } from "./makePinCheck.ts"
import { ToolListeners } from "./ToolListeners.ts"
import { makeToolPins, ToolPins } from "./ToolPins.ts"

export type { PinOptions, PinRule } from "./makePinCheck.ts"

/**
 * A registry that enforces pins over another registry. A tool whose definition differs from its pin is quarantined: it
 * stays registered, but look-ups are refused, so that it is neither shown nor called.
 *
 * A definition is compared with its pin when the tool is added, when the store reports a change, and when a quarantined
 * tool is looked up. If the store cannot be read, the tool is quarantined until it can.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { ToolRegistry } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { MapToolRegistry, MemoryPinStore, PinnedToolRegistry } from "@toolgate/registry"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins, defineTool } from "toolgate"
 *
 * // No person has approved this tool yet.
 * const parameters = { type: "object" } as const
 * const search = defineTool({
 *   name: "search",
 *   owner: "mcp:archive",
 *   description: "Searches.",
 *   parameters,
 *   sideEffects: "READ",
 *   execute: () => []
 * })
 * const registry = PinnedToolRegistry.layer({ key: new SecretKey(randomBytes(32)) }).pipe(
 *   Layer.provide([MapToolRegistry.layer([...builtins(), search]), MemoryPinStore.layer])
 * )
 * const lookup = Effect.flatMap(ToolRegistry, (one) => one.lookup("search") ?? Effect.void)
 * const cause = await Effect.runPromise(Effect.flip(Effect.provide(lookup, registry)))
 * assert.equal(cause._tag === "Refused" && cause.why, "ToolQuarantined")
 * ```
 */
export const layer = (
  options: PinOptions
): Layer.Layer<ToolRegistry | ToolPins, ToolRegistrationError, ToolRegistry | PinStore> =>
  Layer.merge(
    Layer.effect(ToolRegistry, make(options)),
    Layer.effect(
      ToolPins,
      Effect.map(PinStore, (store) => makeToolPins(store, options.key))
    )
  )

const make = Effect.fnUntraced(function* (options: PinOptions) {
  const registry = yield* ToolRegistry
  const store = yield* PinStore
  const refusalOf = yield* makePinCheck(options)
  const states = new WeakMap<RegisteredTool, State>()
  const listeners = new ToolListeners()
  // The tools to check again. A change of one pin should not cause a check of a thousand tools.
  const due = new Set<string>()
  const isDue = yield* Queue.sliding<void>(1)
  // Orders checks and store changes: of two checks of a tool, the later one wins.
  let turns = 0
  let changed = 0
  let listOf = cachePerObject(copyOf)

  const checkAgain = (tools: ReadonlyArray<string>) => {
    for (const tool of tools) due.add(tool)
    Queue.offerUnsafe(isDue, undefined)
  }
  const all = () => registry.list().map(({ name }) => name)

  const settle = (tool: RegisteredTool, turn: number, refusal: Refused | undefined) => {
    const before = states.get(tool)
    if (before !== undefined && before.turn > turn) return
    states.set(tool, { turn, refusal, answer: refusal === undefined ? Effect.succeed(tool) : checked(tool) })
    if (refusal?.why === "StoreUnavailable") checkAgain([tool.definition.name])
    if (before === undefined || (before.refusal === undefined) === (refusal === undefined)) return
    listOf = cachePerObject(copyOf)
    if (registry.get(tool.definition.name) === tool) listeners.tell({ change: "replaced", tool: tool.definition })
  }

  /** Compares a tool with its pin. Returns the refusal of its calls, if any. */
  const check = Effect.fnUntraced(function* (tool: RegisteredTool) {
    const turn = ++turns
    const { refusal, told } = yield* Effect.match(refusalOf(tool.definition), {
      onSuccess: (refusal) => ({ refusal, told: refusal?.message }),
      onFailure: ({ message }) => ({ refusal: refuseUnreadPin(tool.definition), told: message })
    })
    const isNew = refusal?.message !== states.get(tool)?.refusal?.message
    settle(tool, turn, refusal)
    if (isNew && told !== undefined) yield* Effect.logWarning(told)
    return refusal
  })

  const checked = (tool: RegisteredTool): Gated<RegisteredTool> =>
    Effect.flatMap(check(tool), (refusal) => (refusal === undefined ? Effect.succeed(tool) : Effect.fail(refusal)))

  const checking = Effect.gen(function* () {
    yield* Queue.take(isDue)
    const tools = [...due].flatMap((name) => registry.get(name) ?? [])
    due.clear()
    const refusals = yield* inOneBatch(Effect.forEach(tools, check, { concurrency: 16 }))
    // Retries soon, because the store does not report when it can be read again.
    if (refusals.some((refusal) => refusal?.why === "StoreUnavailable")) yield* Effect.sleep("1 second")
  })

  yield* store.listen((tools) => {
    changed = ++turns
    checkAgain(tools ?? all())
  })
  yield* registry.listen(({ tool }) => {
    // A pin may have changed between the comparison and the registration.
    const now = registry.get(tool.name)
    if (now !== undefined && (states.get(now)?.turn ?? 0) < changed) checkAgain([tool.name])
  })
  yield* inOneBatch(registry.admitting((tool) => Effect.as(check(tool), [])))
  yield* Effect.forkScoped(Effect.forever(checking))

  return {
    ...registry,
    exchange: (owner: string | undefined, tools: Iterable<Tool>) => inOneBatch(registry.exchange(owner, tools)),
    lookup: (name: string) => {
      const tool = registry.get(name)
      return tool && (states.get(tool)?.answer ?? checked(tool))
    },
    list: () => listOf(registry.list()),
    listen: (told: Parameters<typeof registry.listen>[0]) =>
      Effect.andThen(registry.listen(told), listeners.listen(told))
  }
})

/** Runs an effect as one batch: the first definitions of a source come as one list. */
const inOneBatch = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(effect, ToolBatch, {}))

interface State {
  readonly turn: number
  readonly refusal: Refused | undefined
  readonly answer: Gated<RegisteredTool>
}

const copyOf = (tools: ReadonlyArray<ToolDefinition>): ReadonlyArray<ToolDefinition> => Object.freeze([...tools])
