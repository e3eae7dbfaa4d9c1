import { execFile, execFileSync, spawn } from "node:child_process"
import { chownSync, globSync, mkdtempSync, readFileSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"

/**
 * Returns the path of a PostgreSQL program, from `PATH` or Debian's folders; `undefined` if it is not installed.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { existsSync } from "node:fs"
 * import { findPostgresProgram } from "@toolgate/testing"
 *
 * // Tests of PostgreSQL are skipped where it is not installed.
 * const program = findPostgresProgram("psql")
 * assert(program === undefined || existsSync(program))
 * ```
 */
export const findPostgresProgram = (name: "initdb" | "pg_ctl" | "psql"): string | undefined => {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...globSync("/usr/lib/postgresql/*/bin").toReversed()]
  return folders.flatMap((folder) => globSync(name, { cwd: folder }).map((file) => join(folder, file)))[0]
}

/**
 * A PostgreSQL server for the tests of this process, removed when the process ends. It does not sync to disk, because
 * tests only kill the server, never the machine.
 */
export interface PostgresServer {
  /** The folder with data and settings. */
  readonly data: string
  /** Creates an empty database and returns its address. */
  readonly database: () => Promise<string>
  /** Runs `pg_ctl` with these words, for example to stop or restart the server. */
  readonly control: (...words: ReadonlyArray<string>) => Promise<void>
}

/**
 * Returns the server of this process, started on the first call. Root cannot run PostgreSQL, so it runs as the user
 * "postgres" then.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findPostgresProgram, isNight, startPostgresServer } from "@toolgate/testing"
 *
 * // Starting a server takes seconds, so this runs at night only.
 * if (isNight && findPostgresProgram("initdb") !== undefined) {
 *   const server = await startPostgresServer()
 *   assert.notEqual(await server.database(), await server.database())
 * }
 * ```
 */
export const startPostgresServer = (): Promise<PostgresServer> => {
  server ??= started()
  return server
}

let server: Promise<PostgresServer> | undefined

const run = promisify(execFile)

const started = async (): Promise<PostgresServer> => {
  const [initdb, control, psql] = (["initdb", "pg_ctl", "psql"] as const).map(findPostgresProgram)
  if (initdb === undefined || control === undefined || psql === undefined)
    throw new Error('PostgreSQL is not installed: Debian has it in "postgresql".')
  const folder = mkdtempSync(join(tmpdir(), "toolgate-postgres-"))
  const owner = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, "data")
  const as = { ...owner, cwd: folder }
  cleanUpAtTheEnd([control, data, folder], as)
  await run(initdb, ["-D", data, "-A", "trust", "-U", user, "-E", "UTF8", "--locale=C", "--no-sync"], as)
  const port = await freePort()
  const options = `-p ${port} -k ${folder} -c listen_addresses=${host} -c fsync=off -c autovacuum=off`
  const words = ["-D", data, "-l", join(folder, "log"), "-o", options, "-w", "-t", "600", "-s"]
  const controlled = async (...given: ReadonlyArray<string>) => {
    // The server inherits these streams, so waiting for their end would never return.
    const child = spawn(control, [...given, ...words], { ...as, stdio: "ignore" })
    const status = await new Promise((resolve) => child.once("exit", resolve))
    if (status !== 0) throw new Error(`"pg_ctl ${given.join(" ")}" failed with status ${status}.`)
  }
  await controlled("start")
  // Older versions have no other strategy, and this one writes least.
  const strategy = Number(readFileSync(join(data, "PG_VERSION"), "utf8")) < 15 ? "" : " strategy file_copy"
  let databases = 0
  const ready: Array<string> = []
  /** Doubles the number of databases, up to sixteen at a time, so that few processes create many databases. */
  const makeMore = async () => {
    const names = Array.from({ length: Math.min(databases + 1, 16) }, () => `test${++databases}`)
    const commands = names.flatMap((name) => ["-c", `create database ${name}${strategy}`])
    await run(psql, ["-qX", "-h", host, "-p", String(port), "-U", user, ...commands, "postgres"], as)
    ready.push(...names)
  }
  let making: Promise<void> | undefined
  return {
    data,
    control: controlled,
    database: async () => {
      while (ready.length === 0) {
        making ??= makeMore().finally(() => {
          making = undefined
        })
        await making
      }
      return `postgres://${user}@${host}:${port}/${ready.shift()}`
    }
  }
}

const user = "toolgate"
const host = "127.0.0.1"

/**
 * Starts a process that stops the server and removes its folder when this process ends in any way: the pipe between the
 * two closes then.
 */
const cleanUpAtTheEnd = (words: ReadonlyArray<string>, as: object) => {
  const script = `trap '' INT TERM HUP; cat > /dev/null; "$1" stop -D "$2" -m immediate -s; rm -rf "$3"`
  const child = spawn("sh", ["-c", script, "sh", ...words], {
    ...as,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true
  })
  child.unref()
  const pipe = child.stdin as Socket
  pipe.unref()
}

const idOf = (kind: "-u" | "-g"): number => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }))

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("No port."))
      )
    })
  })
