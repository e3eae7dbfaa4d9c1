import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { waitUntilDrained } from "../src/index.ts"

const isOver = (pid: number) => readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ")

it("settles when everything in a pipe has been read, even after a long blocked turn", async () => {
  const child = spawn("sh", ["-c", "read go; head -c 60000 /dev/zero; echo end"], { stdio: ["pipe", "pipe", "ignore"] })
  let came = 0
  child.stdout.on("data", (chunk: Buffer) => {
    came += chunk.length
  })
  await new Promise((resolve) => child.once("spawn", resolve))
  child.stdin.end("\n")
  // The loop blocks this process until the program has written everything and ended, so that nothing can be read
  // meanwhile.
  while (!isOver(child.pid ?? 0));
  expect(came).toBe(0)
  await waitUntilDrained(() => came)
  expect(came).toBe(60_004)
})

it("does not wait if nothing comes", async () => {
  await waitUntilDrained(() => 7)
})

it("does not wait for the end of a stream that never stops", async () => {
  let came = 0
  await waitUntilDrained(() => came++, 100)
  expect(came).toBeGreaterThan(100)
})
