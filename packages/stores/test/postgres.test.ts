import { appendFile, readFile, writeFile } from "node:fs/promises"
import { connect, createServer, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { ApprovalStore, type StoreUnavailable } from "@toolgate/core"
import { findPostgresProgram, makeNewApproval, startPostgresServer } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { Database, openStore, SqlApprovalStore } from "../src/index.ts"
import { watchNotifications } from "../src/postgres/watchNotifications.ts"
import { OutcomeUnknown } from "../src/storeFaults.ts"
import { approved } from "./approvalChanges.ts"

const using = <A, E>(place: string, use: (store: ApprovalStore["Service"]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(
    Effect.flatMap(ApprovalStore, use).pipe(Effect.provide(Layer.provide(SqlApprovalStore.layer, openStore(place))))
  )

const faultAt = async (place: string): Promise<string> =>
  (await Effect.runPromise(Effect.flip(Effect.provide(Database, openStore(place))))).message

const query = async (place: string, text: string) => {
  const client = new pg.Client(place)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

describe.skipIf(findPostgresProgram("initdb") === undefined)("a store in PostgreSQL", () => {
  it("loses no confirmed change when its server is killed under load, and recovers", async () => {
    const server = await startPostgresServer()
    await using(await server.database(), ({ add, change, list, listen }) =>
      Effect.gen(function* () {
        let isOver = false
        const told: Array<string> = []
        const failed: Array<StoreUnavailable> = []
        const caller = Effect.gen(function* () {
          while (!isOver) {
            const asked = makeNewApproval({ waits: false })
            yield* Effect.matchEffect(add(asked), {
              onSuccess: () => Effect.sync(() => told.push(asked.id)),
              onFailure: (error) =>
                Effect.delay(
                  Effect.sync(() => failed.push(error)),
                  10
                )
            })
          }
        })
        const callers = Array.from({ length: 20 }, () => caller)
        const killing = Effect.promise(async () => {
          for (let times = 0; times < 2; times++) {
            const before = told.length
            while (told.length < before + 50) await setTimeout(10)
            await server.control("restart", "-m", "immediate")
          }
          isOver = true
        })
        yield* Effect.all([...callers, killing], { concurrency: "unbounded" })
        expect(failed.length).toBeGreaterThan(0)
        for (const { message } of failed)
          expect(message).toMatch(/the connection to the database was lost|cannot be reached|starting or stopping/)
        const kept = new Set((yield* list()).map(({ id }) => id))
        expect(told.filter((id) => !kept.has(id))).toEqual([])
        // Listening continues too.
        const [id = ""] = told
        const heard = Promise.withResolvers<void>()
        yield* listen(heard.resolve)
        yield* change(id, approved)
        yield* Effect.promise(() => heard.promise)
      }).pipe(Effect.scoped)
    )
  })

  it("receives changes that were made while it could not listen", async () => {
    const server = await startPostgresServer()
    const place = await server.database()
    const asked = makeNewApproval({ waits: false })
    await using(place, ({ add, get, listen }) =>
      Effect.gen(function* () {
        yield* add(asked)
        const listening = Promise.withResolvers<void>()
        const approvedThere = Promise.withResolvers<void>()
        const look = () => {
          listening.resolve()
          const found = Effect.runPromise(Effect.result(get(asked.id)))
          void found.then(
            (one) => one._tag === "Success" && one.success?.state === "approved" && approvedThere.resolve()
          )
        }
        yield* listen(look)
        yield* Effect.promise(() => listening.promise)
        // Closes all other connections, and changes something before they can be opened again.
        const decided = "begin; update toolgate_approvals set state = 'approved'; commit"
        const others =
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        yield* Effect.promise(() => query(place, `${others}; ${decided}`))
        yield* Effect.promise(() => approvedThere.promise)
      }).pipe(Effect.scoped)
    )
  })

  it("leaves no connection for a listener that stopped at once", async () => {
    const place = await (await startPostgresServer()).database()
    watchNotifications(place)(() => {}).stop()
    const listening = Promise.withResolvers<void>()
    const watched = watchNotifications(place)(() => listening.resolve())
    await listening.promise
    const own = "datname = current_database() and application_name = 'toolgate'"
    expect(await query(place, `select pid from pg_stat_activity where ${own}`)).toHaveLength(1)
    watched.stop()
  })

  it("reports an unknown outcome when the connection is lost during the commit", async () => {
    const place = await (await startPostgresServer()).database()
    const through = await proxyTo(place)
    const asked = makeNewApproval({ waits: false })
    await using(through.place, ({ add, get }) =>
      Effect.gen(function* () {
        through.cutAt("commit\0")
        const error = yield* Effect.flip(add(asked))
        expect(error.message).toMatch(
          /failed during a change, which may or may not have been made: the connection to the database was lost/
        )
        expect(error.cause).toBeInstanceOf(OutcomeUnknown)
        const other = makeNewApproval({ waits: false })
        through.cutAt("insert into")
        const certain = yield* Effect.flip(add(other))
        expect(certain.message).toMatch(/cannot be used now: the connection to the database was lost/)
        expect(yield* get(other.id)).toBeUndefined()
      })
    )
    // The change that could not be confirmed was made.
    expect(await using(place, ({ get }) => get(asked.id))).toMatchObject({ state: "open" })
  })

  it("accepts one of many concurrent decisions at any default isolation level", async () => {
    const place = await (await startPostgresServer()).database()
    await query(
      place,
      `alter database ${new URL(place).pathname.slice(1)} set default_transaction_isolation = 'serializable'`
    )
    const asked = makeNewApproval()
    const answers = await using(place, ({ add, change }) =>
      Effect.andThen(
        add(asked),
        Effect.all(
          Array.from({ length: 40 }, () => change(asked.id, approved)),
          { concurrency: "unbounded" }
        )
      )
    )
    expect(answers.filter(({ changed }) => changed).length).toBe(1)
  })

  it("is refused with a clear message if its user may not log in, or may not write", async () => {
    const server = await startPostgresServer()
    const place = await server.database()
    await query(place, "create role alice login password 'right'; create role bob login")
    const rules = `${server.data}/pg_hba.conf`
    const before = await readFile(rules, "utf8")
    await writeFile(rules, `host all alice all scram-sha-256\n${before}`)
    await server.control("reload")
    const as = (user: string, options = "") => place.replace("toolgate@", `${user}@`) + options
    const wrong = await faultAt(as("alice:s3cret"))
    expect(wrong).toMatch(/accepts neither this user nor this password; correct the address\.$/)
    expect(wrong).not.toContain("s3cret")
    expect(await faultAt(as("alice"))).toMatch(/requires a password; name one in the address, or in PGPASSWORD\.$/)
    expect(await faultAt(as("bob"))).toMatch(/this user lacks permission in the database/)
    await using(place, () => Effect.void)
    const standby = "?options=-c%20default_transaction_read_only%3Don"
    const error = await using(as("toolgate", standby), ({ add }) => Effect.flip(add(makeNewApproval())))
    expect(error.message).toMatch(/the database is read-only, as a standby is/)
    await writeFile(rules, before)
    await appendFile(rules, "\n")
    await server.control("reload")
  })
})

/**
 * Starts a proxy to a database that can be cut when a statement is sent: the server receives the statement, and its
 * answer is lost.
 */
const proxyTo = async (place: string) => {
  const { hostname, port } = new URL(place)
  let word: string | undefined
  const sockets = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on("error", () => {})
    }
    far.on("data", (bytes) => near.write(bytes))
    far.on("close", () => near.destroy())
    near.on("close", () => far.end())
    near.on("data", (bytes) => {
      const isCut = word !== undefined && bytes.includes(word)
      if (isCut) word = undefined
      far.write(bytes)
      if (isCut) near.destroy()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const address = proxy.address()
  const url = new URL(place)
  url.port = String(typeof address === "object" && address ? address.port : 0)
  return {
    place: url.href,
    cutAt: (text: string) => {
      word = text
    }
  }
}
