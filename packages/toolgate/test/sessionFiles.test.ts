import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { createToolgate, type Session, shell } from "../src/index.ts"

/** Returns a folder outside "/tmp", where a command's temporary files would be beside the workspace. */
const folder = (): string => {
  const path = realpathSync(mkdtempSync("/var/tmp/toolgate-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const opened = () => {
  const policy = join(folder(), "toolgate.yaml")
  writeFileSync(policy, "version: 1\nrules: { allow: [shell] }\n")
  return createToolgate({ workspace: folder(), policy: { files: [policy] }, tools: [shell] })
}

let calls = 0
const run = async (session: Session, command: string) => {
  const { output } = await session.dispatch({ id: String(calls++), tool: "shell", args: { command } })
  return output.content.map((block) => (block.type === "text" ? block.text : "")).join("")
}

/** The folders in which gates of this process keep the files of sessions. */
const kept = (mark: string) =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith("toolgate-sessions-"))
    .flatMap((name) => {
      const root = join(tmpdir(), name)
      try {
        return readdirSync(root).filter((one) => !one.includes(".gone") && existsSync(join(root, one, "tmp", mark)))
      } catch {
        return []
      }
    })

describe.skipIf(!hasBubblewrap())("the files of a session", () => {
  it("last until the session ends, and are invisible to another session with its name", async () => {
    const mark = `mark-${process.pid}-a`
    await using gate = await opened()
    const first = await gate.session({ id: "s" })
    await run(first, `echo one > /tmp/${mark}`)
    expect(await run(first, `cat /tmp/${mark}`)).toBe("one\n")
    expect(existsSync(`/tmp/${mark}`)).toBe(false)
    expect(kept(mark)).toHaveLength(1)
    const second = await gate.session({ id: "t" })
    expect(await run(second, `cat /tmp/${mark}`)).toContain("No such file")
    await first.end()
    expect(kept(mark)).toEqual([])
    expect(await run(await gate.session({ id: "s" }), `cat /tmp/${mark}`)).toContain("No such file")
  })

  it("are removed when the remaining commands of an ended session have ended", async () => {
    const mark = `mark-${process.pid}-b`
    await using gate = await opened()
    const session = await gate.session({ id: "s" })
    const running = run(session, `echo one > /tmp/${mark}; touch started; sleep 60`)
    await expect.poll(() => kept(mark).length).toBe(1)
    await session.end()
    await running
    expect(kept(mark)).toEqual([])
  })

  it("belong to one agent, and end only with its session", async () => {
    const mark = `mark-${process.pid}-d`
    await using gate = await opened()
    const [alice, mallory] = [
      await gate.session({ id: "s", agent: "alice" }),
      await gate.session({ id: "s", agent: "mallory" })
    ]
    await run(alice, `echo mine > /tmp/${mark}`)
    expect(await run(mallory, `cat /tmp/${mark}; rm /tmp/${mark}`)).not.toContain("mine")
    await mallory.end()
    expect(await run(alice, `cat /tmp/${mark}`)).toBe("mine\n")
    await gate.endSession("s")
    expect(kept(mark)).toEqual([])
  })

  it("end with the gate", async () => {
    const mark = `mark-${process.pid}-c`
    const gate = await opened()
    await run(await gate.session({ id: "s" }), `echo one > /tmp/${mark}`)
    expect(kept(mark)).toHaveLength(1)
    await gate[Symbol.asyncDispose]()
    expect(kept(mark)).toEqual([])
  })
})
