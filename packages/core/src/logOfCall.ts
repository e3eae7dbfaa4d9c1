import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { DispatchContext } from "./DispatchContext.ts"

/**
 * The arguments of the call in a log line and of its parent calls. A logger redacts the secrets in these arguments.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { LoggedArgs, logOfCall } from "@toolgate/core"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const { args, callId, context } = makePermissionRequest({ args: { password: "hunter2" } })
 * // A logger reads the arguments whose secrets it has to remove.
 * const seen: Array<unknown> = []
 * const line = Effect.map(LoggedArgs, (logged) => void seen.push(...logged))
 * await Effect.runPromise(logOfCall(line, [args], callId, context))
 * assert.deepEqual(seen, [{ password: "hunter2" }])
 * ```
 */
export const LoggedArgs = Context.Reference<ReadonlyArray<unknown>>("@toolgate/core/LoggedArgs", {
  defaultValue: () => []
})

/**
 * Annotates a log line with its call and the arguments to redact.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { logOfCall } from "@toolgate/core"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as References from "effect/References"
 *
 * const { callId, context } = makePermissionRequest({ id: "7" })
 * const seen: Array<unknown> = []
 * const line = Effect.map(References.CurrentLogAnnotations, ({ callId }) => void seen.push(callId))
 * await Effect.runPromise(logOfCall(line, [], callId, context))
 * assert.deepEqual(seen, ["7"])
 * ```
 */
export const logOfCall = (
  line: Effect.Effect<void>,
  args: ReadonlyArray<unknown>,
  callId: string,
  { session, turn, principal }: DispatchContext,
  tool?: string
): Effect.Effect<void> =>
  line.pipe(
    Effect.annotateLogs({
      callId,
      session,
      turn,
      agent: principal.agent,
      ...(tool === undefined ? {} : { tool })
    }),
    Effect.provideService(LoggedArgs, args)
  )
