import {
  AuditLog,
  type DispatchContext,
  DispatchHooks,
  type Gated,
  type Permit,
  type Ran,
  Resources,
  RuntimePolicy,
  Sandboxes,
  type ToolCall,
  ToolEvents,
  type ToolExecution,
  ToolRegistry
} from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CallInFlight } from "./CallInFlight.ts"
import { Calls } from "./Calls.ts"
import { DispatchLimits } from "./DispatchLimits.ts"
import type { Steps } from "./drive.ts"
import { startEvent } from "./events.ts"
import { hookFailed } from "./hookFailed.ts"
import { cancelled } from "./reasons.ts"

export interface BatchOptions {
  /** How many calls of the batch are in flight at once; 1 runs them in turn. The session's cap holds in any case. */
  readonly concurrency?: number | undefined
}

/** The one gate: every tool call passes it, and every call is answered. It knows the order of the steps and nothing else. */
export class ToolDispatchEngine extends Context.Service<
  ToolDispatchEngine,
  {
    /** Never fails. Interrupting it ends the call, and waits until the call has ended. */
    readonly dispatch: (call: ToolCall, context: DispatchContext) => Effect.Effect<ToolExecution>
    /** Never rejects. A call whose signal is aborted is answered as cancelled. */
    readonly dispatchPromise: (call: ToolCall, context: DispatchContext, signal?: AbortSignal) => Promise<ToolExecution>
    /** Answers in the order of the calls. */
    readonly dispatchAll: (
      calls: ReadonlyArray<ToolCall>,
      context: DispatchContext,
      options?: BatchOptions
    ) => Effect.Effect<ReadonlyArray<ToolExecution>>
    /** The same, never rejecting. */
    readonly dispatchAllPromise: (
      calls: ReadonlyArray<ToolCall>,
      context: DispatchContext,
      options?: BatchOptions & { readonly signal?: AbortSignal | undefined }
    ) => Promise<ReadonlyArray<ToolExecution>>
    /** Ends the calls of a session, and waits until all are answered. */
    readonly cancelSession: (session: string) => Effect.Effect<void>
  }
>()("@toolgate/dispatch/ToolDispatchEngine") {
  static readonly layer = Layer.effect(
    ToolDispatchEngine,
    Effect.gen(function* () {
      const hooks = yield* DispatchHooks
      const registry = yield* ToolRegistry
      const resolver = yield* Resources
      const policy = yield* RuntimePolicy
      const sandboxes = yield* Sandboxes
      const audit = yield* AuditLog
      const events = yield* ToolEvents
      const limits = yield* DispatchLimits
      const runFork = Effect.runForkWith(yield* Effect.context<never>())

      // biome-ignore-start lint/suspicious/noAssignInExpressions: the flight has to know how far its call came
      // biome-ignore format: one step a line
      const line = function* (flight: CallInFlight): Steps<Ran> {
        const call      = flight.call   = yield* hooks.gate(flight.call, flight)
        const tool      = flight.tool   = yield* registry.lookup(call.tool, flight)
        const args      = flight.args   = yield* tool.parse(call.args)
        const resources =                 yield* resolver.resolve(tool, args, flight)
        const permit    = flight.permit = yield* policy.checkPermission({ call, tool, args, resources, context: flight })
        const run       =                 yield* sandboxes.prepare(permit)
                                          yield* calls.place(flight, permit)
        return                            audit.bracket(permit, begins(flight, permit, run))
      }
      // biome-ignore-end lint/suspicious/noAssignInExpressions: the flight has to know how far its call came

      const begins = (flight: CallInFlight, permit: Permit, run: Gated<Ran>): Gated<Ran> =>
        Effect.suspend(() => {
          if (flight.reason !== undefined) return Effect.fail(flight.reason)
          try {
            hooks.started(permit)
          } catch (cause) {
            return hookFailed(cause)
          }
          flight.begin()
          events.publish(startEvent(flight, permit))
          return run
        })

      const dispatch = (call: ToolCall, context: DispatchContext): Effect.Effect<ToolExecution> =>
        Effect.withFiber((fiber) => {
          let execution: ToolExecution | undefined
          let resume: ((answer: Effect.Effect<ToolExecution>) => void) | undefined
          const flight = calls.start(call, context, Effect.runForkWith(fiber.context), (answer) => {
            execution = answer
            resume?.(Effect.succeed(answer))
          })
          if (execution !== undefined) return Effect.succeed(execution)
          return Effect.callback((waiter) => {
            resume = waiter
            return flight.ended(cancelled)
          })
        })

      const dispatchPromise = (call: ToolCall, context: DispatchContext, signal?: AbortSignal) =>
        new Promise<ToolExecution>((resolve) => {
          calls.start(call, context, runFork, resolve, signal)
        })

      const calls = new Calls({ ...limits, line, publish: events.publish, dispatch })
      yield* Effect.addFinalizer(() => calls.close())

      return {
        dispatch,
        dispatchPromise,
        dispatchAll: (all, context, options) => Effect.forEach(all, (call) => dispatch(call, context), atOnce(options)),
        dispatchAllPromise: (all, context, options) =>
          Effect.runPromise(
            Effect.forEach(
              all,
              (call) => Effect.promise(() => dispatchPromise(call, context, options?.signal)),
              atOnce(options)
            )
          ),
        cancelSession: (session) => calls.end(cancelled, session)
      }
    })
  )
}

// A batch is answered whatever it asks for: less than one at a time is one at a time.
const atOnce = ({ concurrency }: BatchOptions = {}) => ({
  concurrency: concurrency === undefined ? ("unbounded" as const) : Math.max(1, Math.floor(concurrency) || 1)
})
