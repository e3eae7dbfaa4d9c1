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
 * The tools that providers run themselves. The gate decides whether they may be declared to a model, and records the uses that a
 * provider reports.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { type DispatchContext, HostedTools } from "toolgate/effect"
 *
 * export const names = (context: DispatchContext) =>
 *   Effect.gen(function* () {
 *     const { declarable } = yield* HostedTools
 *     return (yield* declarable(context)).map(({ name }) => name)
 *   })
 * ```
 */
export class HostedTools extends Context.Service<
  HostedTools,
  {
    /**
     * Returns the definitions that may be declared to a model now: the visible tools, hosted ones only if a call of them is allowed.
     * Such a call is dispatched, and if the verdict is to ask, a person is asked: once in a session, as long as the verdict, the
     * definition and the policy stay the same. A question that ends without a decision is asked again. Interrupting the effect
     * leaves the question open, and its answer is kept.
     */
    readonly declarable: (context: DispatchContext) => Effect.Effect<ReadonlyArray<ToolDefinition>>
    /**
     * Records uses of tools that a provider reports, in their order. They are not calls: nothing is judged, and no event is published.
     * Ends when the records are kept, if the log says when they are, and fails if they may be lost.
     */
    readonly observe: (
      provider: string,
      uses: Iterable<ObservedUse>,
      context: DispatchContext
    ) => Effect.Effect<void, Refused>
  }
>()("toolgate/HostedTools") {
  /** The hosted tools of an engine. The engine of this layer also has them forget a session that is declared over. */
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
        // A policy whose digest cannot be had decides all the same.
        policyDigest: () => {
          try {
            return policy.digest?.()
          } catch (cause) {
            runFork(Effect.logError("A policy broke when it was asked for its digest.", Cause.die(cause)))
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

/**
 * Returns copies of what a provider reports, each member read once. A use that cannot be read stays one, without its members: it is
 * on record that there was one.
 */
const readUses = (given: Iterable<ObservedUse>): ReadonlyArray<ObservedUse> => {
  if (!Predicate.isIterable(given) || Predicate.isString(given))
    throw new TypeError("What a provider reports has to be a list of uses.")
  return Array.from(given, (use) => {
    try {
      const { tool, id, type, name, input, failed } = use
      return { tool, id, type, name, input, failed }
    } catch {
      return {}
    }
  })
}
