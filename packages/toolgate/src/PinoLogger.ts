import { LoggedArgs } from "@toolgate/core"
import { LogRedaction } from "@toolgate/redaction"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"

/** The part of a pino logger that is used, so that any version of pino and any child logger will do. */
export type PinoLike = Readonly<
  Record<"trace" | "debug" | "info" | "warn" | "error" | "fatal", (fields: object, message: string) => void>
> & {
  /** Whether lines of a level are written at all. Lines that are not written are not searched for secrets either. */
  readonly isLevelEnabled?: (level: string) => boolean
}

/**
 * Makes the layer that sends everything that is logged to a pino logger, with the fields of the call, and a cause as `err`. The
 * logger's own level decides what is written. Secrets are removed before: from messages, fields, and errors with their stacks and
 * causes, also those that only the arguments of the call show to be secrets.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { PinoLogger } from "toolgate/effect"
 *
 * // Logs a start with pino's logger, or one like it.
 * export const started = (logger: Parameters<typeof PinoLogger.layer>[0]) =>
 *   Effect.logInfo("The server has started.").pipe(Effect.provide(PinoLogger.layer(logger)))
 * ```
 */
export const layer = (pino: PinoLike) =>
  Layer.merge(
    // Loaded late: the module is large, and a gate that is never opened has no use for it.
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
