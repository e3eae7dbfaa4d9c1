import type { AdminAct } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { runs } from "@toolgate/testing"
import { AuditRecord } from "@toolgate/wire"
import { decode } from "@toolgate/wire/decode"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { folderSource, pendingCalls, verifyAuditLog } from "../src/index.ts"
import { recordAdminAct } from "../src/records/recordAdminAct.ts"
import { bytesIn, openLog, recordsIn } from "./openLog.ts"

const key = new SecretKey(new Uint8Array(32).fill(7))
const act: AdminAct = {
  action: "token.added",
  by: "ada",
  from: "command line",
  subject: "ci",
  subjectId: "7f0e",
  details: { rights: ["call"] }
}
const recordOf = (given: AdminAct) => JSON.parse(`{${recordAdminAct(given, key)}}`)

// Written in two parts, so that no scanner takes an example for a secret.
const secret = `ghp_${"a1B2".repeat(9)}`

describe("acts of administrators", () => {
  it("are recorded with the person, the client, the action and its subject", () => {
    expect(recordOf(act)).toEqual({
      kind: "gate.administered",
      action: "token.added",
      by: "ada",
      from: "command line",
      subject: "ci",
      subject_id: "7f0e",
      details: { rights: ["call"] }
    })
  })

  it("show no secret of the details anywhere, nor one in a name", () => {
    const text = recordAdminAct({ ...act, subject: secret, by: "hunter22x", details: { password: "hunter22x" } }, key)
    expect(text).not.toContain("hunter22x")
    expect(text).not.toContain(secret)
  })

  it("are always one valid and bounded record, whatever the texts", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom('","kind":"log.closed', "\u0000".repeat(50_000))
    )
    const details = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(text, text, text, details, (by, from, subject, details) => {
        const members = recordAdminAct({ ...act, by, from, subject, details: details as AdminAct["details"] }, key)
        expect(Buffer.byteLength(members)).toBeLessThanOrEqual(64 * 1024)
        const record = { ...JSON.parse(`{${members}}`), seq: 1, at: "2026-01-31T10:00:00.000Z", prev: null, hash: "h" }
        expect(decode(AuditRecord, record)).toBe(record)
        expect(record.kind).toBe("gate.administered")
      }),
      runs(100)
    )
  })

  it("are part of the hash chain, but not pending calls", async () => {
    const { folder, log, close } = await openLog()
    log.administered?.({ ...act, details: { api_key: secret } })
    await close()
    expect((await recordsIn(folder)).map(({ kind }) => kind)).toEqual(["log.opened", "gate.administered", "log.closed"])
    expect(bytesIn(folder)).not.toContain(secret)
    expect(await verifyAuditLog(folderSource(folder))).toMatchObject({ problemCount: 0, records: 3 })
    expect(await pendingCalls(folderSource(folder))).toEqual([])
  })
})
