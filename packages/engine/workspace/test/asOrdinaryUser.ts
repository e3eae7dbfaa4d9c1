import { strict as assert } from "node:assert"
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, it } from "node:test"
import { testFiles } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { openWorkspace } from "../src/index.ts"
import { adapterOf, adapters } from "./adapters.ts"

// A program that runs the contract as a user to whom permissions apply. The program is loaded as the user who starts it, because other
// users may be unable to read it. It gives up root before it does anything else.
if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(65534)
  process.setuid?.(65534)
}

for (const [name, layer] of adapters) {
  const adapter = await adapterOf(layer)
  describe(name, () => testFiles({ describe, it }, adapter))
}

it("does not open a folder that may not be entered", () => {
  const closed = mkdtempSync(join(tmpdir(), "toolgate-closed-"))
  mkdirSync(join(closed, "in"), { mode: 0 })
  try {
    assert.equal(Effect.runSync(Effect.flip(openWorkspace(join(closed, "in")))).reason, "NotPermitted")
  } finally {
    chmodSync(join(closed, "in"), 0o700)
    rmdirSync(join(closed, "in"))
    rmdirSync(closed)
  }
})
