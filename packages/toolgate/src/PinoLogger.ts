import { LoggedArgs } from "@toolgate/core"
import { LogRedaction } from "@toolgate/redaction"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"

/** The parts of a pino logger that Toolgate uses. Any version of pino and any child logger fits. */
export type PinoLike = Readonly<
  Record<"trace" | "debug" | "info" | "warn" | "error" | "fatal", (fields: object, message: string) => void>
> & {
  /** Whether lines of this level are written. Lines that are not written are not searched for secrets. */
  readonly isLevelEnabled?: (level: string) => boolean
}

/**
 * Sends all logging to a pino logger, with the fields of the call, and the cause as `err`. The level of the logger decides what is written.
 * Secrets are removed first from messages, fields, and errors with their stacks and causes. This includes values that are known to be
 * secret only from the call's arguments.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { PinoLogger } from "toolgate/effect"
 *
 * // Collects the lines. Any pino logger fits.
 * const lines: Array<string> = []
 * const log = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
 * const logger = { trace: log, debug: log, info: log, warn: log, error: log, fatal: log }
 *
 * const start = Effect.logInfo("Connected.").pipe(Effect.annotateLogs({ password: "hunter2", port: 5432 }))
 * await Effect.runPromise(Effect.provide(start, PinoLogger.layer(logger)))
 * assert.equal(lines.length, 1)
 * assert(!lines[0]?.includes("hunter2"))
 * ```
 */
export const layer = (pino: PinoLike) =>
  Layer.merge(
    // Loaded lazily: the module is large, and a gate that is never opened does not need it.
    Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("effect/Logger")),
        (Logger) => loggerTo(pino, Logger)
      )
    ),
    Layer.succeed(References.MinimumLogLevel, "All")
  )

const loggerTo = (pino: PinoLike, Logger: typeof import("effect/Logger")) =>
  Logger.layer([
    Logger.make(({ message, logLevel, cause, fiber }) => {
      const level = levels[logLevel as keyof typeof levels]
      if (level === undefined || pino.isLevelEnabled?.(level) === false) return
      const error = cause.reasons.length === 0 ? {} : { err: Cause.squash(cause) }
      const text = (Array.isArray(message) ? message : [message]).map(String).join(" ")
      const fields = { ...fiber.getRef(References.CurrentLogAnnotations), ...error }
      pino[level](...LogRedaction.line(fields, text, fiber.getRef(LoggedArgs)))
    })
  ])

const levels = {
  Trace: "trace",
  Debug: "debug",
  Info: "info",
  Warn: "warn",
  Error: "error",
  Fatal: "fatal"
} as const
