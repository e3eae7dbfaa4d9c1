import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { commit } from "./commit.ts"
import { measureAuditedCalls } from "./measureAuditedCalls.ts"
import { measureReading } from "./measureReading.ts"
import { measureRedaction } from "./measureRedaction.ts"
import { measureStored } from "./measureStored.ts"

/** The families about the cost of recording calls, by name. */
export const auditFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["audit.commit", commit],
  ["audit.call", measureAuditedCalls],
  ["audit.read", measureReading],
  ["audit.store", measureStored],
  ["audit.redaction", measureRedaction]
]
