import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { OutputCollector } from "../../src/command/OutputCollector.ts"

const nothingLeft = async () => {}

/** Starts a program that prints and ends on request, and a collector that has begun to read. */
const program = async (script: string) => {
  const child = spawn("sh", ["-c", `read go; ${script}`], { stdio: ["pipe", "pipe", "pipe"] })
  const collected = new OutputCollector("text", 2 ** 20, () => {})
  collected.read("stdout", child.stdout)
  collected.read("stderr", child.stderr)
  // The next phase of the event loop runs timers. Reading follows after that.
  await new Promise((resolve) => setImmediate(resolve))
  return { child, collected, go: () => child.stdin.end("\n") }
}

const isOver = (pid: number) => readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ")

/**
 * Blocks the event loop until the program has ended and a timer of a millisecond is due, so that no event comes before
 * the timer.
 */
const block = (pid: number) => {
  const until = performance.now() + 20
  while (!isOver(pid) || performance.now() < until);
}

it("reads the rest of the pipes when its wait is over, even if nothing could be read before", async () => {
  const { child, collected, go } = await program("echo said; head -c 50000 /dev/zero >&2; echo more >&2")
  const drained = collected.drained(1, nothingLeft)
  go()
  block(child.pid ?? 0)
  await drained
  expect([collected.bytes, collected.isIncomplete]).toEqual([{ stdout: 5, stderr: 50_005 }, false])
  expect(collected.main.text()).toMatch(/said\n/)
})

it("reports incomplete output if another process still holds a stream, and keeps the output so far", async () => {
  const { child, collected, go } = await program("sleep 61.7 & echo $! >&2; echo said")
  const drained = collected.drained(1, nothingLeft)
  go()
  block(child.pid ?? 0)
  await drained
  expect(collected.isIncomplete).toBe(true)
  const [, sleeper] = /^(?:said\n)?(\d+)$/m.exec(collected.main.text()) ?? []
  expect(collected.main.text().replace(`${sleeper}\n`, "")).toBe("said\n")
  process.kill(Number(sleeper))
})

it("waits for a program that is still being ended, and then reports complete output", async () => {
  const { child, collected, go } = await program("sleep 61.8 & echo $!")
  const sleeper = new Promise<number>((resolve) => child.stdout.once("data", (said: Buffer) => resolve(Number(said))))
  go()
  await collected.drained(1, async () => {
    const pid = await sleeper
    process.kill(pid)
    await new Promise((resolve) => child.stdout.once("end", resolve))
  })
  expect(collected.isIncomplete).toBe(false)
})
