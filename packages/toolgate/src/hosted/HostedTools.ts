import {
  AuditLog,
  type DispatchContext,
  type ObservedUse,
  type Refused,
  RuntimePolicy,
  type ToolDefinition,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { Declarations } from "./Declarations.ts"

/**
 * The tools that providers run. The gate decides whether they may be declared to a model, and records their reported uses.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { createToolgate, defineHostedTool } from "toolgate"
 * import { HostedTools, partsOf } from "toolgate/effect"
 *
 * const webSearch = defineHostedTool({
 *   name: "web_search",
 *   description: "Searches the web.",
 *   sideEffects: "NETWORK",
 *   providerSpecs: { openai: { type: "web_search" } }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [webSearch] })
 * const { services, base } = partsOf(gate)
 * const declare = Effect.flatMap(HostedTools, ({ declarable }) => declarable(base))
 * const tools = await Effect.runPromiseWith(services)(declare)
 * assert.deepEqual(
 *   tools.map(({ name }) => name),
 *   ["web_search"]
 * )
 * ```
 */
export class HostedTools extends Context.Service<
  HostedTools,
  {
    /**
     * Returns the tools that may be declared to a model now: all visible tools, with hosted tools only if a call of them is allowed. The
     * gate dispatches such a call and asks a person if the policy requires it. The person is asked once per session while verdict,
     * definition and policy stay the same, and again if a question ends undecided. Interrupting this effect leaves the question open and
     * stores its answer.
     */
    readonly declarable: (context: DispatchContext) => Effect.Effect<ReadonlyArray<ToolDefinition>>
    /**
     * Records tool uses that a provider reports, in order. They are not judged, and no event is published. Completes when the records are
     * durable, if the log reports durability, and fails if they may be lost.
     */
    readonly observe: (
      provider: string,
      uses: Iterable<ObservedUse>,
      context: DispatchContext
    ) => Effect.Effect<void, Refused>
  }
>()("toolgate/HostedTools") {
  /** Serves the hosted tools of an engine, and provides the engine so that ended sessions are forgotten here too. */
  static readonly layer: Layer.Layer<
    HostedTools | ToolDispatchEngine,
    never,
    ToolDispatchEngine | ToolRegistry | Visibility | RuntimePolicy | AuditLog
  > = Layer.effectContext(
    Effect.gen(function* () {
      const engine = yield* ToolDispatchEngine
      const { get } = yield* ToolRegistry
      const { visible } = yield* Visibility
      const policy = yield* RuntimePolicy
      const audit = yield* AuditLog
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const declarations = new Declarations({
        visible,
        get,
        judge: policy.judge === undefined ? undefined : engine.judge,
        dispatch: engine.dispatchPromise,
        // A policy without a computable digest can still decide.
        policyDigest: () => {
          try {
            return policy.digest?.()
          } catch (cause) {
            runFork(Effect.logError("A policy failed to return its digest.", Cause.die(cause)))
            return undefined
          }
        }
      })
      const observe = (provider: string, uses: Iterable<ObservedUse>, context: DispatchContext) =>
        Effect.suspend(() => {
          for (const use of readUses(uses)) audit.observed?.(use, context, declarations.known(provider, use, context))
          return audit.observed === undefined ? Effect.void : Effect.asVoid(audit.whenKept?.() ?? Effect.void)
        })
      const sessionEnded = (session: string, agent?: string): void => {
        declarations.sessionEnded(session)
        engine.sessionEnded(session, agent)
      }
      return Context.make(HostedTools, { declarable: (context) => declarations.declarable(context), observe }).pipe(
        Context.add(ToolDispatchEngine, { ...engine, sessionEnded })
      )
    })
  )
}

/** Copies a provider's report, reading each member once. An unreadable use is recorded without its members. */
const readUses = (given: Iterable<ObservedUse>): ReadonlyArray<ObservedUse> => {
  if (!Predicate.isIterable(given) || Predicate.isString(given))
    throw new TypeError("Cannot observe the uses: pass a list of tool uses.")
  return Array.from(given, (use) => {
    try {
      const { tool, id, type, name, input, failed } = use
      return { tool, id, type, name, input, failed }
    } catch {
      return {}
    }
  })
}
