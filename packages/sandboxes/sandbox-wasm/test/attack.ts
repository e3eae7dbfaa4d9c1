import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { GuestProcess } from "../src/pool/GuestProcess.ts"
import { Launcher } from "../src/pool/Launcher.ts"

/**
 * The findings of a guest that has taken over its process, including everything that Node itself would have blocked.
 */
export interface Found {
  readonly files: ReadonlyArray<string>
  /** The outcome of each attempt: an error's code, or "done". */
  readonly tried: Readonly<Record<string, string>>
  readonly environment: ReadonlyArray<string>
  readonly interfaces: ReadonlyArray<string>
  readonly user: number
}

/**
 * Makes a confined process act like a guest that has taken over the process, in JavaScript and without Node's
 * permissions.
 */
export const attack = async (): Promise<{ readonly found: Found; readonly program: string }> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-attack-")))
  const program = join(folder, "program.mjs")
  writeFileSync(program, attacker)
  writeFileSync(join(folder, "beside"), "SECRET")
  const listening = createServer().listen(0, "127.0.0.1")
  const abstract = createServer().listen(`\0toolgate-attack-${process.pid}`)
  await Promise.all([listening, abstract].map((server) => new Promise((done) => server.once("listening", done))))
  const { port } = listening.address() as { readonly port: number }
  const told = JSON.stringify({
    files: ["/etc/passwd", "/etc/shadow", "/proc/self/environ", "/dev/null", join(folder, "beside"), here],
    writes: ["/x", "/tmp/x", "/dev/shm/x", program, `${program}.x`, process.execPath],
    programs: ["/bin/sh", "/usr/bin/env", "/bin/true", "/usr/bin/bwrap"],
    // In its own namespace, other processes have small numbers.
    processes: [process.pid, process.ppid].filter((pid) => pid > 100),
    ports: [port, abstract.address()]
  })
  const { bubblewrap, node } = new Launcher({ entry: program, reads: [] }, { memoryPages: 16, tableEntries: 16 }).next()
  try {
    if (bubblewrap === undefined) throw new Error("It is not confined.")
    const found = await new Promise<Found>((resolve, reject) => {
      let text = ""
      const launch = { bubblewrap, node: [...node.filter((word) => !/^--(permission|allow)/.test(word)), told] }
      const attacking = new GuestProcess(launch, () => {})
      const frame = (sent: { type: string; body?: Uint8Array }) => {
        text = Buffer.from(sent.body ?? []).toString()
      }
      const gone = () => (text === "" ? reject(new Error("It said nothing.")) : resolve(JSON.parse(text)))
      attacking.worksFor({ frame, gone }, { header: 1_000, body: 1_000_000 })
    })
    return { found, program }
  } finally {
    listening.close()
    abstract.close()
    rmSync(folder, { recursive: true })
  }
}

const here = fileURLToPath(import.meta.url)

const attacker = `
  import { spawnSync } from "node:child_process"
  import { readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs"
  import { connect } from "node:net"
  import { networkInterfaces } from "node:os"
  import { join } from "node:path"
  const { files, writes, programs, processes, ports } = JSON.parse(process.argv.at(-1))
  const tried = {}
  const tries = (name, act) => {
    try { act(); tried[name] = "done" } catch (error) { tried[name] = error.code ?? error.message }
  }
  for (const path of files) tries("read " + path, () => readFileSync(path))
  for (const path of writes) tries("write " + path, () => writeFileSync(path, "x"))
  for (const path of programs) tries("run " + path, () => {
    const { error } = spawnSync(path, [])
    if (error !== undefined) throw error
  })
  for (const pid of processes) tries("kill " + pid, () => process.kill(pid, 0))
  await Promise.all(ports.map((port) => new Promise((done) => {
    const socket = typeof port === "number" ? connect(port, "127.0.0.1") : connect(port)
    const ended = (how) => { tried["connect " + port] = how; socket.destroy(); done() }
    socket.once("connect", () => ended("done")).once("error", (error) => ended(error.code))
  })))
  const filesIn = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]
    )
  const body = Buffer.from(JSON.stringify({
    files: filesIn("/"),
    tried,
    environment: Object.keys(process.env),
    interfaces: Object.keys(networkInterfaces()).filter((name) => name !== "lo"),
    user: process.getuid()
  }))
  const header = Buffer.from('{"type":"wrote","isError":false}')
  const prefix = Buffer.alloc(8)
  prefix.writeUInt32LE(header.length, 0)
  prefix.writeUInt32LE(body.length, 4)
  writeSync(3, Buffer.concat([prefix, header, body]))`
