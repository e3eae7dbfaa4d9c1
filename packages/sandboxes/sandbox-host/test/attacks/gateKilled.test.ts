import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { findProcesses, makeMarker, makeSixProcesses, waitUntilNoneLeft } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { hasBubblewrap } from "../command/running.ts"

describe.skipIf(!hasBubblewrap)("a confined command whose gate is killed", () => {
  it("ends with the gate, and so does everything that it started", async () => {
    const marker = makeMarker()
    const program = `
      import { start } from "./test/command/running.ts"
      const it = start({ command: { argv: ["sh", "-c", process.env.SCRIPT] } })
      await it.saying("ready")
      console.log("ready")
      setInterval(() => {}, 1000)`
    const gate = spawn(process.execPath, ["--conditions=@toolgate/source", "--input-type=module", "--eval", program], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, SCRIPT: `${makeSixProcesses(marker)} sleep 1; echo ready; wait` },
      stdio: ["ignore", "pipe", "inherit"]
    })
    await once(gate.stdout, "data")
    expect(findProcesses(marker).length).toBeGreaterThanOrEqual(6)
    gate.kill("SIGKILL")
    await once(gate, "exit")
    await waitUntilNoneLeft(marker)
  })
})
