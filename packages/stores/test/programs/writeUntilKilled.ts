// node writeUntilKilled.ts PLACE NAME TELLS: a hundred callers that write intents without end. Prints each intent after
// it is stored ("kept"), or before ("early").
import { SegmentStore } from "@toolgate/audit"
import { printLine } from "@toolgate/testing"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { makeTableStorage } from "../../src/audit/makeTableStorage.ts"
import { Database, openStore } from "../../src/index.ts"

const [place = "", name = "", tells] = process.argv.slice(2)
const runtime = ManagedRuntime.make(openStore(place))
const store = await SegmentStore.open({
  place: makeTableStorage(await runtime.runPromise(Database)),
  key: "test",
  segmentBytes: 300_000,
  queueBytes: 1024 * 1024,
  tell: () => process.exit(1)
})

let serial = 0
const write = (): void => {
  const id = `${name}-${serial++}`
  const about = `"tool":"t","tool_call_id":"${id}","session":"s","turn":"t","agent":"a"`
  const why = `"side_effects":"WRITE","sandbox":"host","because":{"layer":"l","rule":"r","source":"s"}`
  if (tells === "early") printLine(id)
  store.intend(`"kind":"tool.call.dispatched",${about},${why}`, about, true, (isKept) => {
    if (isKept === true && tells === "kept") printLine(id)
    write()
  })
}
for (let caller = 0; caller < 100; caller++) write()
