import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { findPostgresProgram } from "../src/index.ts"

const program = join(import.meta.dirname, "programs/startPostgres.ts")

it.skipIf(findPostgresProgram("initdb") === undefined)(
  "a server ends with its process, even if that is killed",
  async () => {
    const child = spawn(process.execPath, ["--conditions=@toolgate/source", program], {
      stdio: ["pipe", "pipe", "inherit"]
    })
    onTestFinished(() => void child.kill("SIGKILL"))
    const [printed] = await once(child.stdout, "data")
    const [folder, one, other] = JSON.parse(String(printed))
    expect(one).not.toBe(other)
    expect(existsSync(folder)).toBe(true)
    child.kill("SIGKILL")
    await once(child, "exit")
    while (existsSync(folder)) await new Promise(setImmediate)
    const socket = connect(Number(new URL(one).port), "127.0.0.1")
    const [error] = await once(socket, "error")
    expect(error).toMatchObject({ code: "ECONNREFUSED" })
  }
)
