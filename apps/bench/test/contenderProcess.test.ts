import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { startContender } from "../src/contenderProcess.ts"
import { Measured } from "../src/Measured.ts"
import { measure, warmUp } from "../src/measure.ts"

const program = new URL("programs/contender.ts", import.meta.url)
const apart = (name: string) => startContender({ name }, program, [name])

/** Warms the contenders up, measures them in one round, and ends their processes. */
const measured = async (...names: ReadonlyArray<string>) => {
  const contenders = names.map(apart)
  const found = new Measured()
  try {
    await warmUp(contenders, () => {})
    await measure(found, [], contenders, 1, () => {})
  } finally {
    for (const contender of contenders) await contender.close()
  }
  return found
}

describe("a contender in a separate process", () => {
  it("is measured", async () => {
    expect((await measured("right")).time("right").median).toBeGreaterThan(0)
  })

  it("is named in the error if it answers wrongly, dies, is killed, or does not start", async () => {
    await expect(measured("right", "wrong")).rejects.toThrow(
      '"wrong" broke. 1 of 1 calls did not end as this case expects.'
    )
    await expect(measured("right", "dies")).rejects.toThrow('"dies" broke. Its process ended with exit code 3.')
    await expect(measured("right", "killed")).rejects.toThrow('"killed" broke. Its process ended by SIGKILL.')
    await expect(measured("absent")).rejects.toThrow('"absent" broke. Its process ended with exit code 1.')
  })

  it("ends when it is closed, even if its case runs for ever", async () => {
    const contender = apart("hangsWhenMeasured")
    await contender.warmUp()
    const measuring = contender.measure()
    await contender.close()
    await expect(measuring).rejects.toThrow("Its process ended with exit code 0.")
  })

  it("ends when its parent process is killed", async () => {
    const starts = spawn(process.execPath, [fileURLToPath(program), "starts"], { stdio: ["ignore", "pipe", "inherit"] })
    await once(starts.stdout, "data")
    starts.kill("SIGKILL")
    // The contender shares the standard output, which closes when the last process with it ends.
    await once(starts, "close")
  })

  it("is a case of the program, by name", async () => {
    const main = new URL("../src/main.ts", import.meta.url)
    const door = "createToolgate, sync handler"
    const args = ["--quick", "--only", "everything", "--contender", door]
    const contender = startContender({ name: door }, main, args)
    await contender.warmUp()
    expect(await contender.measure()).toBeGreaterThan(0)
    await contender.close()
  })
})
