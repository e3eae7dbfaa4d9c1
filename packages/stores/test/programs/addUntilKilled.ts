// node addUntilKilled.ts PLACE NAME TELLS: takes the run that waits for the approval "p", or begins one, and adds
// entries without end. Prints each entry after it is stored ("kept"), or before ("early").
import { ChainRuns } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { makeNewChainRun, printLine } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { openStore, SqlChainRuns } from "../../src/index.ts"

const [place = "", name = "", tells] = process.argv.slice(2)
const layer = SqlChainRuns.layer(new SecretKey(new Uint8Array(32))).pipe(Layer.provide(openStore(place)))
const { begin, append, suspend, take } = await ManagedRuntime.make(layer).runPromise(ChainRuns)
const { id } = makeNewChainRun("1")
if (name === "0") {
  await Effect.runPromise(begin(makeNewChainRun("1")))
  await Effect.runPromise(suspend(id, { approvals: ["p"], expiresAt: Date.now() + 600_000 }))
}
if (typeof (await Effect.runPromise(take("p"))) !== "object") process.exit(1)
for (let serial = 0; ; serial++) {
  const entry = `${name}-${serial}`
  if (tells === "early") printLine(entry)
  await Effect.runPromise(append(id, entry))
  if (tells === "kept") printLine(entry)
}
