import { destination, pino } from "pino"
import type { PinoLike } from "./PinoLogger.ts"

/** Makes a logger that writes lines of JSON to standard error. Each line is written at once, so that none is lost if the process ends. */
export const standardErrorLogger = (): PinoLike => pino({ name: "toolgate" }, destination({ dest: 2, sync: true }))
