import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { command } from "./program/testProgram.ts"

it("reads only its program's files, writes none, and starts no process", () => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-worker-"))
  try {
    writeFileSync(join(workspace, "secret.txt"), "secret")
    const [program = "", ...words] = command.with(-1, join(import.meta.dirname, "prying.ts"))
    const told = execFileSync(program, [...words, workspace], { cwd: "/", env: {}, encoding: "utf8" })
    const denied = "ERR_ACCESS_DENIED"
    expect(JSON.parse(told)).toEqual({
      "read its own program": "done",
      "read /etc/passwd": denied,
      "read the workspace": denied,
      "look for a file": denied,
      "list a folder": denied,
      "write a file": denied,
      "write over its own program": denied,
      "start a program": denied,
      "start a thread": denied,
      "load native code": "ERR_DLOPEN_DISABLED"
    })
    expect(readdirSync(workspace)).toEqual(["secret.txt"])
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
})
