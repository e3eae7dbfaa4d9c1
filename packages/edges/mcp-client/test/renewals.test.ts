import { spawn } from "node:child_process"
import { utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { chooseCount } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { runWithFileLock } from "../src/authorization/fileLock.ts"
import { signIn } from "../src/sign-in.ts"
import { type Misbehaviour, openAuthorized } from "./authorizationServer.ts"
import { browse } from "./browse.ts"
import { folder, httpServer } from "./openServers.ts"

/** Signs in, and lets several processes renew the token at once. Returns the result of each. */
const renewed = async (count: number, way: string, wrong?: Misbehaviour) => {
  const { url, expire, seen } = await openAuthorized(wrong)
  const at = folder()
  const entry = httpServer("web", { url, headers: {} })
  const show = (page: URL) => void browse(page)
  await signIn({ entry, folder: at, version: "1", scopes: [], show, signal: new AbortController().signal })
  const processes = await Promise.all(
    Array.from({ length: count }, async () => {
      const words = ["--conditions=@toolgate/source", join(import.meta.dirname, "programs/renew.ts"), at, url, way]
      const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] })
      onTestFinished(() => void child.kill())
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      expect((await lines.next()).value).toBe("ready")
      return { child, lines }
    })
  )
  expire()
  for (const { child } of processes) child.stdin.write("go\n")
  const got = await Promise.all(processes.map(async ({ lines }) => String((await lines.next()).value)))
  return { got, requests: seen.filter((one) => one === "POST /token").length - 1 }
}

describe("concurrent renewals of a token", () => {
  it("send one request, because a refresh token is valid once", async () => {
    const { got, requests } = await renewed(chooseCount(2, 4), "locked")
    expect(new Set(got).size).toBe(1)
    expect([got[0], requests]).toEqual([expect.stringMatching(/^access-/), 1])
  })

  it("lose the sign-in without the lock", async () => {
    // The second request is made before the first is answered.
    const waiting: Array<() => void> = []
    let tokens = 0
    const together = async (path: string) => {
      if (path !== "/token" || ++tokens === 1) return
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 2) for (const go of waiting) go()
      })
    }
    const { got } = await renewed(2, "unlocked", { before: together })
    expect(got.toSorted()).toEqual(['Its sign-in is over. Run "login".', expect.stringMatching(/^access-/)])
  })
})

describe("a lock file", () => {
  it("is removed once it is too old", async () => {
    const path = join(folder(), "lock")
    writeFileSync(path, "")
    utimesSync(path, 1, 1)
    expect(await runWithFileLock(path, 60_000, async () => "done")).toBe("done")
  })

  it("admits one holder at a time, and is released on failure", async () => {
    const path = join(folder(), "lock")
    let held = 0
    const most: Array<number> = []
    const run = async () => {
      most.push(++held)
      await new Promise((resolve) => setImmediate(resolve))
      held--
      throw new Error("It failed.")
    }
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => runWithFileLock(path, 60_000, run)))
    expect([all.map(({ status }) => status), most]).toEqual([Array(5).fill("rejected"), [1, 1, 1, 1, 1]])
  })
})
