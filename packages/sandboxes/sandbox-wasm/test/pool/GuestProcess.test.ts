import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { encodeFrame } from "../../src/frames/encodeFrame.ts"
import { GuestProcess } from "../../src/pool/GuestProcess.ts"
import type { ProcessEnd } from "../../src/pool/Occupant.ts"
import { eventually } from "../children.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolgate-guest-process-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

/**
 * Makes a process that ends at once and leaves behind a shell, which keeps the process's socket open and runs this
 * text.
 */
const leaving = (then: string) => {
  const frame = [...encodeFrame({ type: "ready" })].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")
  const script = `cd "$0"; await() { until [ -e "$1" ]; do sleep 0.01; done; }; say() { printf '${frame}' >&3; }
    { ${then}; : > ended; } & exit 7`
  const frames: Array<string> = []
  const started = Promise.withResolvers<ProcessEnd>()
  const process = new GuestProcess({ bubblewrap: undefined, node: ["/bin/sh", "-c", script, folder] }, () => {})
  const occupant = { frame: ({ type }: { type: string }) => frames.push(type), gone: started.resolve }
  process.worksFor(occupant, { header: 100, body: 0 })
  return { process, frames, gone: started.promise }
}

/** Blocks everything else until the condition holds. */
const blocked = (until: () => boolean) => {
  while (!until());
}

describe("the data that a process sent", () => {
  it("is read even after a longer pause than the socket may outlive the process", async () => {
    const { process, frames, gone } = leaving("await go; say; say")
    await eventually(() => !process.isUsable)
    writeFileSync(at("go"), "")
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
    blocked(() => existsSync(at("ended")))
    const end = await gone
    expect(frames).toEqual(["ready", "ready"])
    expect(end).toEqual({ code: 7, signal: null, fault: undefined, isCutOff: false })
  })

  it("may be incomplete if another process still has the socket open, without waiting for it", async () => {
    const { frames, gone } = leaving("say; : > said; await go")
    expect(await gone).toEqual({ code: 7, signal: null, fault: undefined, isCutOff: true })
    expect([frames, readdirSync(folder)]).toEqual([["ready"], ["said"]])
    writeFileSync(at("go"), "")
    await eventually(() => existsSync(at("ended")))
  })
})
