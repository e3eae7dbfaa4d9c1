import { destination, pino } from "pino"
import type { PinoLike } from "./PinoLogger.ts"

/** Lines of JSON on standard error, each written before the next statement runs, so that none is lost where the process ends. */
export const standardErrorLogger = (): PinoLike => pino({ name: "toolgate" }, destination({ dest: 2, sync: true }))
