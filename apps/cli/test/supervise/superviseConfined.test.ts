import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { start } from "../commandLine.ts"
import { callingRunner, project, running, supervise, testRunner } from "../supervised.ts"

/** Returns a folder that a confined program does not see by default. */
const elsewhere = () => {
  const path = mkdtempSync("/var/tmp/toolgate-cli-")
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  writeFileSync(join(path, "a.txt"), "seen\n")
  return path
}

const node = ["--see", dirname(process.execPath)]
const confined = ["--confined", "--no-audit"]

describe.skipIf(!hasBubblewrap())("toolgate supervise --confined (skipped without bubblewrap)", () => {
  it("reports an unconfined runner, and passes its calls to the gate", async () => {
    const at = project({ "a.txt": "hello\n" })
    const flags = [...confined, ...node, "--see", testRunner, "--env", "TOOLGATE_RUNNER_BEHAVIOR"]
    const env = { TOOLGATE_RUNNER_BEHAVIOR: 'tool_call={"tool":"Read","args":{"path":"a.txt"}}' }
    const { status, stdout, stderr } = await supervise(at, flags, [process.execPath, testRunner], env)
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, result: { content: "hello\n" } })
    expect(stderr).toMatch(/^toolgate: ✓ Read "a\.txt": allowed/)
    expect(status).toBe(0)
  })

  it("shows it the paths of --see, read-only, and the variables of --env", async () => {
    const [seen, hidden] = [elsewhere(), elsewhere()]
    const script = `cat ${seen}/a.txt; cat ${hidden}/a.txt; touch ${seen}/b.txt; echo "$ONE,$TWO"`
    const { stdout, stderr } = await supervise(
      project(),
      [...confined, "--see", seen, "--env", "ONE"],
      ["sh", "-c", script],
      { ONE: "1", TWO: "2" }
    )
    expect(stdout).toBe("seen\n1,\n")
    expect(stderr).toContain(`${hidden}/a.txt: No such file or directory`)
    expect(stderr).toContain("Read-only file system")
  })

  it("gives it the network only on request", async () => {
    const links = async (flags: ReadonlyArray<string>) => {
      const { stdout } = await supervise(project(), [...confined, ...flags], ["cat", "/proc/net/dev"])
      return stdout
        .trimEnd()
        .split("\n")
        .slice(2)
        .map((line) => line.trim().split(":")[0])
    }
    expect(await links([])).toEqual(["lo"])
    const host = (await links(["--network"])).length
    expect(host).toBe(spawnSync("cat", ["/proc/net/dev"]).stdout.toString().trimEnd().split("\n").length - 2)
  })

  it("exits with 127 if its program is not visible to it", async () => {
    const at = project()
    const { status, stderr } = await supervise(at, confined, [join(elsewhere(), "a.txt")])
    expect(stderr).toContain("was not started")
    expect(status).toBe(127)
  })

  it("leaves no process of the runner or a tool when it is killed", async () => {
    const marker = `32${process.pid}`
    const at = project({ "policy.yaml": "version: 1\nrules: { allow: [shell] }\n" })
    const call = JSON.stringify([["shell", { command: `echo begun > begun; sleep ${marker}1` }]])
    const script = `(setsid sleep ${marker}2 &); exec ${process.execPath} ${callingRunner} '${call}'`
    const flags = [...confined, ...node, "--see", callingRunner, "--policy", "policy.yaml"]
    const child = start(["supervise", ...flags, "--", "sh", "-c", script], at.cwd)
    const closed = new Promise((resolve) => child.on("close", resolve))
    child.stdout.resume()
    child.stderr.resume()
    while (running(`sleep\0${marker}1`).length === 0 || running(`sleep\0${marker}2`).length === 0)
      await new Promise(setImmediate)
    child.kill("SIGKILL")
    await closed
    while (running(`sleep\0${marker}`).length > 0) await new Promise(setImmediate)
    expect(running(`sleep\0${marker}`)).toEqual([])
  })
})
