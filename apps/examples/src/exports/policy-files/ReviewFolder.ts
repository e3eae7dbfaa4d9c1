import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ReviewFolder } from "@toolgate/policy-files"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "review-"))
const { add, list } = new ReviewFolder(folder.path)
const { principal, session, workspace } = makePermissionRequest().context
const about = { session, principal, workspace, tool: "shell", resources: [], why: "It runs code.", question: "q1" }
const because = { layer: "confirmation", rule: "default EXECUTE: prompt", source: "built in" }
const rule = { ...about, because, rule: "shell(make)", at: 10 }
await Effect.runPromise(Effect.andThen(add(rule), add(rule)))
const { waiting } = await Effect.runPromise(list)
assert.deepEqual(
  waiting.map(({ suggested }) => [suggested.rule, suggested.times]),
  [["shell(make)", 2]]
)
