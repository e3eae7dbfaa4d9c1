import { once } from "node:events"
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"
import { killProcess, testResident, waitForEnd } from "./testResident.ts"

it("starts, shows and stops a resident gate, and replaces one that was killed", async () => {
  const { place, flags, startFlags, connect } = testResident()
  const run = (command: string, words: ReadonlyArray<string> = flags) => toolgate(["resident", command, ...words])
  const none = { status: 1, stdout: "", stderr: "toolgate: There is no resident gate.\n" }
  expect(await run("status")).toEqual(none)
  expect(await run("stop")).toEqual({ ...none, status: 0 })

  expect((await run("start", startFlags)).status).toBe(0)
  const { status } = await connect()
  const at = `at ${place.socket}`
  expect(await run("start", startFlags)).toEqual({
    status: 0,
    stdout: "",
    stderr: `toolgate: The resident gate answers ${at} (process ${status.pid}).\n`
  })
  const shown = await run("status")
  expect([shown.status, shown.stdout.split("\n")[1]]).toEqual([0, "0 sessions, 0 open calls, 0 waiting approvals"])
  expect(shown.stdout).toContain(at)

  killProcess(status.pid)
  await waitForEnd(status.pid)
  // The socket and the token of the killed process are still there.
  expect(await run("status")).toEqual(none)
  const next = await connect()
  expect(next.status.pid).not.toBe(status.pid)
  expect(JSON.parse((await run("status", [...flags, "--json"])).stdout)).toMatchObject({
    running: true,
    pid: next.status.pid,
    open_calls: 0,
    gates: []
  })
  const stopped = `toolgate: The resident gate (process ${next.status.pid}) has ended.\n`
  expect(await run("stop")).toEqual({ status: 0, stdout: "", stderr: stopped })
  expect(await run("status", [...flags, "--json"])).toMatchObject({ status: 1, stdout: '{"running":false}\n' })
})

it("refuses a command line that makes no sense", async () => {
  const { startFlags } = testResident()
  const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [["begin"], "begin"],
    [["start", "--idle", "-1"], "--idle"],
    [["start", "--idle", "never"], "more than 0 and at most"],
    [["run", "--idle", "0"], "more than 0"],
    [["start", "--idle", "1e9"], "more than 0"],
    [["start", "--folder", ""], '"--folder" is empty'],
    [["status", "--folder", ""], '"--folder" is empty'],
    [["stop", "now"], "too many arguments"],
    [["start", ...startFlags, "--store-key", ""], '"--store-key"'],
    [["start", "--store", "postgres://ada:secret@localhost/gate"], "~/.pgpass"]
  ]
  for (const [words, text] of cases) {
    const { status, stderr } = await toolgate(["resident", ...words])
    expect([words, status], stderr).toEqual([words, text === "~/.pgpass" ? 1 : 2])
    expect(stderr).toContain(text)
    expect(stderr).not.toContain("secret")
  }
})

it("says why a resident gate cannot be started", async () => {
  const { place, startFlags, store, path, flags } = testResident()
  const start = (words: ReadonlyArray<string> = startFlags) => toolgate(["resident", "start", ...words])
  const long = join(path, "l".repeat(100))
  expect((await start([...startFlags.slice(2), "--folder", long])).stderr).toContain("--folder")
  // The store's key is missing, so that the process that was started ends.
  const broken = await start([...flags, "--store", store.at, "--store-key", "file:/nowhere"])
  expect(broken.status).toBe(1)
  for (const text of ["ended with status 2", "/nowhere"]) expect(broken.stderr).toContain(text)
  expect((await toolgate(["resident", "status", ...flags])).status).toBe(1)
  chmodSync(place.folder, 0o755)
  const open = await start()
  expect([open.status, open.stderr]).toEqual([1, expect.stringContaining("is open to other users: its mode is 755")])
})

it("refuses files that are not its user's alone", async () => {
  const { place, connect } = testResident()
  const { folder: at, socket, token } = place
  const refuses = async (path: string, text: string) => {
    await expect(connect()).rejects.toThrow(`"${path}", ${text}`)
    rmSync(path)
  }
  symlinkSync(folder(), at)
  await refuses(at, "is a link")
  writeFileSync(at, "")
  await refuses(at, "cannot be made")
  mkdirSync(at, { mode: 0o700 })
  symlinkSync(join(at, "nowhere"), socket)
  await refuses(socket, "is a link")
  writeFileSync(socket, "")
  await refuses(socket, "is not a socket")

  // A socket whose server never answers is somebody else's as long as its owner and mode are wrong.
  const server = createServer().listen(socket)
  await once(server, "listening")
  onTestFinished(() => void server.close())
  await expect(connect()).rejects.toThrow(`"${socket}", is open to other users`)
  chmodSync(socket, 0o600)
  writeFileSync(token, "tg_x", { mode: 0o644 })
  await expect(connect()).rejects.toThrow(`"${token}", is open to other users`)
  rmSync(token)
  symlinkSync(join(at, "nowhere"), token)
  await expect(connect()).rejects.toThrow(`"${token}", cannot be read`)
  if (process.getuid?.() !== 0) return
  chownSync(socket, 65_534, 65_534)
  await expect(connect()).rejects.toThrow(`"${socket}", belongs to the user 65534`)
})
