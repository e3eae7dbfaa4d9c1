import { destination, pino } from "pino"
import type { PinoLike } from "./PinoLogger.ts"

/** Makes a logger that writes JSON lines to standard error. Lines are written synchronously, so that none is lost at exit. */
export const makeStandardErrorLogger = (): PinoLike => pino({ name: "toolgate" }, destination({ dest: 2, sync: true }))
