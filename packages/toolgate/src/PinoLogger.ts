import * as Cause from "effect/Cause"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

/** What is used of a pino logger, so that any version and any child of one will do. */
export type PinoLike = Readonly<
  Record<"trace" | "debug" | "info" | "warn" | "error" | "fatal", (fields: object, message: string) => void>
>

/**
 * What a pino logger should be made to redact: `pino({ redact: redactedPaths })`. The gate itself never logs an argument's
 * value; this is for what tools and hooks log.
 */
export const redactedPaths: Array<string> = [
  "args",
  "arguments",
  "authorization",
  "cookie",
  "password",
  "secret",
  "token",
  "apiKey"
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** Everything that is logged goes to a pino logger, its call's fields with it, and a cause as `err`. Its level decides alone. */
export const layer = (pino: PinoLike) =>
  Layer.merge(
    Logger.layer([
      Logger.make(({ message, logLevel, cause, fiber }) => {
        const level = levels[logLevel as keyof typeof levels]
        if (level === undefined) return
        const fields = fiber.getRef(References.CurrentLogAnnotations)
        const error = cause.reasons.length === 0 ? {} : { err: Cause.squash(cause) }
        pino[level]({ ...fields, ...error }, (Array.isArray(message) ? message : [message]).map(String).join(" "))
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, "All")
  )

const levels = {
  Trace: "trace",
  Debug: "debug",
  Info: "info",
  Warn: "warn",
  Error: "error",
  Fatal: "fatal"
} as const
