// node fullRecord.ts FOLDER: makes recorded calls on the small disk at FOLDER until they are refused, makes room, and
// continues. Prints a line for each step.
import { rmSync, writeFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { readAuditLog, verifyAuditLog } from "@toolgate/audit"
import { AuditLog } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Database, openStore, SqlAuditLog } from "../../src/index.ts"
import { keyedCall, keyedPermit } from "../keyedCalls.ts"

const [folder = ""] = process.argv.slice(2)
const runtime = ManagedRuntime.make(
  SqlAuditLog.layer({ key: new SecretKey(new Uint8Array(32)) }).pipe(
    Layer.provideMerge(openStore(`${folder}/store.sqlite`)),
    Layer.provideMerge(Logger.layer([]))
  )
)
const filler = `${folder}/filler`
writeFileSync(filler, "x".repeat(200_000))
const log = await runtime.runPromise(AuditLog)
let ran = 0
const call = async () => {
  const { error } = await keyedCall(log, keyedPermit(`key ${ran}`), () => `${++ran}`)
  return error?.why
}
let why = await call()
while (why === undefined) why = await call()
console.log(why)
rmSync(filler)
for (; why !== undefined; why = await call()) await setTimeout(50)
console.log("ran again")
const source = SqlAuditLog.source(await runtime.runPromise(Database))
let begun = 0
for await (const { record } of readAuditLog(source)) if (record?.kind === "tool.call.dispatched") begun++
const { problems } = await verifyAuditLog(source)
console.log(`every call that ran is on record: ${begun >= ran && problems.length === 0}`)
process.exit(0)
