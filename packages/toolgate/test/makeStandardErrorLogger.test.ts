import { spawnSync } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const program = fileURLToPath(new URL("fixtures/loggingGate.ts", import.meta.url))

it("a gate without a logger writes lines of JSON to standard error, without secrets, and loses none if the process is killed", () => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-"))
  const { signal, stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=@toolgate/source", program, workspace],
    {
      encoding: "utf8"
    }
  )
  const lines = stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect([signal, stdout]).toEqual(["SIGKILL", ""])
  expect(lines).toHaveLength(1002)
  expect(lines[0]).toMatchObject({
    level: 40,
    name: "toolgate",
    msg: "connecting to postgres://ada:[redacted]@db/shop",
    tool: "connects",
    callId: "c1",
    fields: { password: "[redacted]", argv: ["redis-cli", "-a", "[redacted]"] }
  })
  expect(lines[1001]).toMatchObject({ level: 50, callId: "c1", err: { type: "TypeError" } })
  expect(lines[1001].err.message).toContain("no answer from postgres://ada:[redacted]@db/shop")
  expect(lines[1001].err.stack).toContain("caused by: Error: refused for ada with [redacted]")
  expect(stderr).not.toContain("hunter22")
})
