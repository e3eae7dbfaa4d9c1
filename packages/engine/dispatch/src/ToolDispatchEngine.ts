import {
  type Args,
  AuditLog,
  awaitable,
  type DispatchContext,
  DispatchHooks,
  type PermissionRequest,
  type Permit,
  type Refused,
  type RegisteredTool,
  type Resource,
  Resources,
  RuntimePolicy,
  Sandboxes,
  type ToolCall,
  type ToolEvent,
  ToolEvents,
  type ToolExecution,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { asCall, type MalformedCall } from "./asCall.ts"
import type { Answered, CallInFlight, ChildDispatch } from "./CallInFlight.ts"
import { Calls, type DispatchOptions } from "./Calls.ts"
import { checked, DispatchLimits } from "./DispatchLimits.ts"
import { type Line, step } from "./drive.ts"
import { startEvent } from "./events.ts"
import { hookBroke, logHookFailure } from "./hookFailed.ts"
import { cancelled } from "./reasons.ts"
import { soundPermit } from "./soundPermit.ts"

export interface BatchOptions {
  /** How many calls of the batch are in flight at once; 1 runs them in turn. The session's cap holds in any case. */
  readonly concurrency?: number | undefined
}

/** The one gate: every tool call passes it, and every call is answered. It knows the order of the steps and nothing else. */
export class ToolDispatchEngine extends Context.Service<
  ToolDispatchEngine,
  {
    /** Never fails. Interrupting it ends the call, and waits until the call has ended. */
    readonly dispatch: (
      call: ToolCall,
      context: DispatchContext,
      options?: Omit<DispatchOptions, "signal">
    ) => Effect.Effect<ToolExecution>
    /** Never rejects. A call whose signal is aborted is answered as cancelled. */
    readonly dispatchPromise: (
      call: ToolCall,
      context: DispatchContext,
      options?: DispatchOptions
    ) => Promise<ToolExecution>
    /** Answers in the order of the calls. Listeners hear about all of them. */
    readonly dispatchAll: (
      calls: ReadonlyArray<ToolCall>,
      context: DispatchContext,
      options?: BatchOptions & Omit<DispatchOptions, "signal">
    ) => Effect.Effect<ReadonlyArray<ToolExecution>>
    /** The same, never rejecting. */
    readonly dispatchAllPromise: (
      calls: ReadonlyArray<ToolCall>,
      context: DispatchContext,
      options?: BatchOptions & DispatchOptions
    ) => Promise<ReadonlyArray<ToolExecution>>
    /** Ends the calls of a session, and waits until all are answered. */
    readonly cancelSession: (session: string) => Effect.Effect<void>
    /** Says that a session has ended: what the policy keeps for it, counts and answers, is forgotten. Its calls go on. */
    readonly sessionEnded: (session: string) => void
    /** Ends one call of a session, for whoever waits for its answer; nothing where it has been answered. */
    readonly cancelCall: (session: string, callId: string) => void
  }
>()("@toolgate/dispatch/ToolDispatchEngine") {
  static readonly layer = Layer.effect(
    ToolDispatchEngine,
    Effect.gen(function* () {
      const hooks = yield* DispatchHooks
      const registry = yield* ToolRegistry
      const visibility = yield* Visibility
      const resolver = yield* Resources
      const policy = yield* RuntimePolicy
      const sandboxes = yield* Sandboxes
      const audit = yield* AuditLog
      const events = yield* ToolEvents
      const limits = checked(yield* DispatchLimits)
      const services = yield* Effect.context<never>()
      const runFork = Effect.runForkWith(services)

      // Whoever listens does not hold up a call, also by breaking.
      const publish = (event: ToolEvent): void => {
        try {
          events.publish(event)
        } catch (cause) {
          runFork(Effect.logError("An event could not be told.", Cause.die(cause)))
        }
      }

      // The same holds for whoever records how a call was answered.
      const record = ({ entry, context }: CallInFlight, answer: ToolExecution): void => {
        try {
          if (entry === undefined) audit.refused(answer, context)
          else entry.end(answer)
        } catch (cause) {
          runFork(Effect.logError("The answer to a call could not be recorded.", Cause.die(cause)))
        }
      }

      // biome-ignore-start lint/suspicious/noAssignInExpressions: the flight has to know how far its call came
      // biome-ignore format: one step a line
      const line = function* (flight: CallInFlight): Line {
        const { context } = flight
        const call      = flight.call   = yield* step(hooks.gate(flight.call, context))
        const tool      = flight.tool   = yield* step(registry.lookup(call.tool) ?? visibility.unknown(call.tool, context))
        const args      = flight.args   = yield* step(tool.parse(call))
        const resources =                 yield* step(resolver.resolve(tool.definition, args, context))
        const request   =                 requestOf(call, tool, args, resources, context)
        const permit    = flight.permit = soundPermit(yield* step(policy.checkPermission(request)), request)
        const run       =                 yield* step(sandboxes.prepare(permit, tool))
                                          yield* calls.place(flight, resources)
        const entry     = flight.entry  = audit.entry(permit)
                                          yield* step(entry.intend())
                                          yield* step(begin(flight, permit))
        return                            run.start(flight)
      }
      // biome-ignore-end lint/suspicious/noAssignInExpressions: the flight has to know how far its call came

      /** From here on the tool runs, unless the call is to end. */
      const begin = (flight: CallInFlight, permit: Permit): Exit.Exit<void, Refused> => {
        if (flight.reason !== undefined) return Exit.fail(flight.reason)
        try {
          hooks.started(permit)
        } catch (cause) {
          runFork(logHookFailure(cause, flight.callId, flight.context))
          return Exit.fail(hookBroke)
        }
        if (flight.reason !== undefined) return Exit.fail(flight.reason)
        flight.begin()
        flight.publish(startEvent(flight, permit))
        return Exit.void
      }

      const dispatchFrom = (
        call: ToolCall | MalformedCall,
        context: DispatchContext,
        options = noOptions,
        parent?: CallInFlight
      ) =>
        Effect.withFiber<ToolExecution>((fiber) =>
          Effect.callback((resume) => {
            const runFork = Effect.runForkWith(fiber.context)
            const flight = calls.start(
              call,
              context,
              runFork,
              (answer) => resume(Effect.succeed(answer)),
              options,
              parent
            )
            return flight.isAnswered ? undefined : flight.ended(cancelled)
          })
        )

      const promiseOf = (call: ToolCall | MalformedCall, context: DispatchContext, options = noOptions) => {
        const answer = new Promise(takeResolve)
        calls.start(call, context, runFork, resolveOfLast, options)
        return answer
      }

      const child: ChildDispatch = (call, context, parent) =>
        awaitable(dispatchFrom(asCall(call), context, noOptions, parent), Effect.runPromiseWith(services))

      const broke = (cause: unknown): void => {
        runFork(Effect.logError("What runs a call broke as it was told to end.", Cause.die(cause)))
      }

      const sessionEnded = (session: string): void => {
        try {
          policy.sessionEnded?.(session)
        } catch (cause) {
          runFork(Effect.logError("A policy could not be told that a session has ended.", Cause.die(cause)))
        }
      }

      const calls = new Calls({ ...limits, line, publish, child, record, broke })
      // Questions for people are told by whoever asks them.
      yield* events.listen((event) => {
        if (event.type === "tool.confirmation_requested" || event.type === "tool.confirmation_resolved")
          calls.heard(event)
      })
      yield* Effect.addFinalizer(() => calls.close())

      return {
        dispatch: (call, context, options) => dispatchFrom(asCall(call), context, options),
        dispatchPromise: (call, context, options) => promiseOf(asCall(call), context, options),
        dispatchAll: (all, context, options) =>
          Effect.suspend(() =>
            Effect.forEach(asCalls(all), (call) => dispatchFrom(call, context, options), atOnce(options))
          ),
        dispatchAllPromise: (all, context, options) =>
          Effect.runPromise(
            Effect.suspend(() =>
              Effect.forEach(
                asCalls(all),
                (call) => Effect.promise(() => promiseOf(call, context, options)),
                atOnce(options)
              )
            )
          ),
        cancelSession: (session) => calls.end(cancelled, session),
        sessionEnded,
        cancelCall: (session, callId) => calls.endCall(cancelled, session, callId)
      }
    })
  )
}

const noOptions: DispatchOptions = Object.freeze({})

// One executor for all calls: the promise runs it as it is made, and a closure for each call costs as much as the promise.
let resolveOfLast: Answered = () => {}
const takeResolve = (resolve: Answered): void => {
  resolveOfLast = resolve
}

// All are read before the first begins: its turn may come long after the app has changed the list.
const asCalls = (all: ReadonlyArray<ToolCall>) => [...all].map(asCall)

const requestOf = (
  { id: callId, idempotencyKey }: ToolCall,
  { definition, digest }: RegisteredTool,
  args: Args,
  resources: ReadonlyArray<Resource>,
  context: DispatchContext
): PermissionRequest => ({ callId, idempotencyKey, tool: definition, toolDigest: digest, args, resources, context })

// A batch is answered whatever it asks for: less than one at a time is one at a time.
const atOnce = ({ concurrency }: BatchOptions = {}) => ({
  concurrency: concurrency === undefined ? ("unbounded" as const) : Math.max(1, Math.floor(concurrency) || 1)
})
