// node callUntilKilled.ts PLACE EFFECTS NAME: twenty callers that make calls, each with a key or an approval, without end. Prints a line
// for each effect.
import { AuditLog } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { printLine } from "@toolgate/testing"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { openStore, SqlAuditLog } from "../../src/index.ts"
import { addLine, keyedCall, keyedPermit } from "../keyedCalls.ts"

const [place = "", effects = "", name = ""] = process.argv.slice(2)
const runtime = ManagedRuntime.make(
  SqlAuditLog.layer({ key: new SecretKey(new Uint8Array(32)) }).pipe(Layer.provideMerge(openStore(place)))
)
const log = await runtime.runPromise(AuditLog)
await Promise.all(
  Array.from({ length: 20 }, async (_, caller) => {
    for (let n = 0; ; n++) {
      const key = `${name}-${caller}-${n}`
      // The first call of each caller also has an approval, which the test has added.
      const permit = n === 0 ? keyedPermit(undefined, `${name}-${caller}`) : keyedPermit(key)
      const add = addLine(effects, n === 0 ? `approval ${name}-${caller}` : key)
      await keyedCall(log, permit, () => {
        const text = add()
        printLine(text)
        return text
      })
    }
  })
)
