import { convertRecord, testAuditLog } from "@toolgate/testing"
import { describe, it } from "vitest"
import { openLog, recordsIn } from "./openLog.ts"

describe.each(["at once", "recorded"] as const)("answers: %s", (answers) =>
  testAuditLog({ describe, it }, async () => {
    const { folder, log, close } = await openLog({ answers })
    return { log, close, records: async () => (await recordsIn(folder)).flatMap(convertRecord) }
  })
)
