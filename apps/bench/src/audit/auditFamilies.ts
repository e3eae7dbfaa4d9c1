import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { auditedCalls } from "./auditedCalls.ts"
import { commit } from "./commit.ts"
import { reading } from "./reading.ts"
import { redaction } from "./redaction.ts"
import { stored } from "./stored.ts"

/** The families about the cost of recording calls, by name. */
export const auditFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["audit.commit", commit],
  ["audit.call", auditedCalls],
  ["audit.read", reading],
  ["audit.store", stored],
  ["audit.redaction", redaction]
]
