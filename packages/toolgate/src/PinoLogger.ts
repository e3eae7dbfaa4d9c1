import { LogRedaction } from "@toolgate/redaction"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"

/** What is used of a pino logger, so that any version and any child of one will do. */
export type PinoLike = Readonly<
  Record<"trace" | "debug" | "info" | "warn" | "error" | "fatal", (fields: object, message: string) => void>
> & {
  /** Whether lines of a level are written at all: others are not even searched for secrets. */
  readonly isLevelEnabled?: (level: string) => boolean
}

/**
 * Everything that is logged goes to a pino logger, its call's fields with it, and a cause as `err`. Its level decides alone.
 * Secrets are taken out before: of messages, of fields, and of errors with their stacks and causes.
 */
export const layer = (pino: PinoLike) =>
  Layer.merge(
    // Half of what a program would load of Effect's own, for what it may have no use for.
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
      pino[level](...LogRedaction.line(fields, text))
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
