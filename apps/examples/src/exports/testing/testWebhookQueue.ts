import assert from "node:assert/strict"
import { WebhookQueue } from "@toolgate/core"
import { MemoryWebhookQueue } from "@toolgate/stores"
import { testWebhookQueue } from "@toolgate/testing"
import * as Layer from "effect/Layer"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
const makeLayer = (now: () => number) => Layer.succeed(WebhookQueue, MemoryWebhookQueue.makeMemoryWebhookQueue(now))
testWebhookQueue({ describe, it }, makeLayer)
for (const run of cases) await run()
assert(cases.length > 0)
