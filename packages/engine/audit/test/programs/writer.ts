import { flushCompileCache } from "node:module"
import type { IntentResult } from "@toolgate/core"
import { printLine } from "@toolgate/testing"
import { makeFolderStorage } from "../../src/segments/makeFolderStorage.ts"
import { segmentFiles } from "../../src/segments/SegmentFile.ts"
import { SegmentStore } from "../../src/segments/SegmentStore.ts"

/**
 * A hundred callers that write intents without end. Each intent is printed when it is acknowledged or, for comparison,
 * before.
 */
const [folder = "", name = "", acknowledges = "kept", segmentBytes = "300000"] = process.argv.slice(2)

// Writes the compile cache for later writers now, because this process will be killed.
flushCompileCache()

const store = await SegmentStore.open({
  place: makeFolderStorage(folder, segmentFiles),
  key: "test",
  segmentBytes: Number(segmentBytes),
  queueBytes: 1024 * 1024,
  tell: () => process.exit(1)
})

let serial = 0
const write = (): void => {
  const id = `${name}-${serial++}`
  const about = `"tool":"t","tool_call_id":"${id}","session":"s","turn":"t","agent":"a"`
  const why = `"side_effects":"WRITE","sandbox":"host","because":{"layer":"l","rule":"r","source":"s"}`
  const text = `"kind":"tool.call.dispatched",${about},${why}`
  const kept = (isKept: IntentResult): void => {
    if (isKept === true && acknowledges === "kept") printLine(id)
    write()
  }
  if (acknowledges === "early") printLine(id)
  store.intend(text, about, true, kept)
}
for (let caller = 0; caller < 100; caller++) write()
