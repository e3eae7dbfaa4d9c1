import { execFile, spawnSync } from "node:child_process"
import { chmod, mkdir, readdir, rename, stat, symlink, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { basename, dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { promisify } from "node:util"
import { chooseCount, findPostgresProgram, startPostgresServer } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { Database, openStore } from "../src/index.ts"
import { describeEach, newFolder } from "./places.ts"
import { runProgram, wordsFor } from "./runProgram.ts"

const using = <A, E>(place: string, use: (database: Database["Service"]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.flatMap(Database, use).pipe(Effect.provide(openStore(place))))

const open = (place: string) => using(place, () => Effect.void)

/** Returns the message of the error with which a store refuses to open. */
const faultAt = async (place: string): Promise<string> => {
  const error = await Effect.runPromise(Effect.flip(Effect.provide(Database, openStore(place))))
  expect(error._tag).toBe("StoreInvalid")
  return error.message
}

const add = (id: string) => (database: Database["Service"]) =>
  database.write((db) => db.insertInto("toolgate_quotas").values({ id, calls: 1 }).execute())

const ids = (database: Database["Service"]) =>
  database.read(async (db) =>
    (await db.selectFrom("toolgate_quotas").select("id").orderBy("id").execute()).map(({ id }) => id)
  )

describeEach("a store", (newPlace) => {
  it("is refused if a newer version has migrated it", async () => {
    const place = await newPlace()
    await using(place, ({ write }) =>
      write((db) =>
        db
          .withTables<{ toolgate_migrations: { name: string; timestamp: string } }>()
          .insertInto("toolgate_migrations")
          .values({ name: "9999-later", timestamp: "2030-01-01T00:00:00.000Z" })
          .execute()
      )
    )
    expect(await faultAt(place)).toMatch(
      /cannot be opened: a newer version of Toolgate made it; use that version, or name another store\.$/
    )
  })

  it("is created once by several gates that open it concurrently", async () => {
    for (let round = 0; round < chooseCount(2, 20); round++) {
      const place = await newPlace()
      await Promise.all(Array.from({ length: 6 }, (_, at) => using(place, add(`${at}`))))
      expect(await using(place, ids)).toEqual(["0", "1", "2", "3", "4", "5"])
    }
  })

  it("does not keep its process alive, even while listening", async () => {
    const place = await newPlace()
    const { stdout } = await promisify(execFile)(process.execPath, wordsFor("listenAndEnd.ts", place))
    expect(stdout.trim()).toBe("open")
  })
})

describe("a store in a file", () => {
  it("is closed before its process ends, even during a query", async () => {
    expect(await runProgram("closeAtWork.ts", `${newFolder()}/store.sqlite`)).toBe("closed")
  })

  it("is readable by this user only, with its folders", async () => {
    const folder = newFolder()
    const path = `${folder}/a/b/store.sqlite`
    await using(path, add("one"))
    const modes = ["a", "a/b", "a/b/store.sqlite"].map((name) => stat(`${folder}/${name}`))
    expect((await Promise.all(modes)).map(({ mode }) => (mode & 0o777).toString(8))).toEqual(["700", "700", "600"])
    expect(await readdir(`${folder}/a/b`)).toEqual(["store.sqlite"])
  })

  it.each<readonly [string, (path: string) => Promise<unknown>, RegExp]>([
    [
      "a link",
      async (path) => {
        await open(`${path}.real`)
        await symlink(`${path}.real`, path)
      },
      /it is a link that is not followed, /
    ],
    ["a folder", (path) => mkdir(path), /it is a folder; name a file\.$/],
    ["a pipe", async (path) => spawnSync("mkfifo", [path]), /it is not a regular file; choose another path\.$/],
    [
      "a file that others can read",
      async (path) => {
        await open(path)
        await chmod(path, 0o640)
      },
      /others can read or write it; give it the mode 0600\.$/
    ],
    [
      "a file of another program",
      (path) => writeFile(path, "a text that is no database".repeat(100), { mode: 0o600 }),
      /the file is not an SQLite database; choose another path\.$/
    ],
    [
      "a file in a file",
      async (path) => {
        await writeFile(path, "")
        return path
      },
      /a part of its path is not a folder\.$/
    ]
  ])("is refused if it is %s", async (name, make, fault) => {
    const path = `${newFolder()}/store.sqlite`
    await make(path)
    expect(await faultAt(name === "a file in a file" ? `${path}/store` : path)).toMatch(fault)
  })

  it("that is locked for too long refuses changes, and recovers afterwards", async () => {
    const path = `${newFolder()}/store.sqlite`
    await using(path, (database) =>
      Effect.gen(function* () {
        const other = new DatabaseSync(path)
        other.exec("begin immediate")
        const error = yield* Effect.flip(add("one")(database))
        expect(error.message).toMatch(
          /cannot be used now: another process has held the lock of the file for more than five seconds; end the program .+, or try again\.$/
        )
        other.exec("rollback")
        other.close()
        yield* add("two")(database)
        expect(yield* ids(database)).toEqual(["two"])
      })
    )
  })

  it.each(["replaced", "removed"])("that was %s takes no change, and recovers when it is back", async (how) => {
    const [path, other] = [`${newFolder()}/store.sqlite`, `${newFolder()}/other.sqlite`]
    await using(other, add("of the other"))
    await using(path, (database) =>
      Effect.gen(function* () {
        yield* add("one")(database)
        yield* Effect.promise(() => rename(path, `${path}.away`))
        if (how === "replaced") yield* Effect.promise(() => rename(other, path))
        const uses: ReadonlyArray<(db: typeof database) => Effect.Effect<unknown, Error>> = [add("lost"), ids]
        for (const use of [...uses, ...uses])
          expect((yield* Effect.flip(use(database))).message).toMatch(
            /cannot be used now: the file was removed or replaced while it was in use; put it back, or end all gates/
          )
        expect((yield* Effect.promise(() => readdir(dirname(path)))).includes(basename(path))).toBe(how === "replaced")
        if (how === "replaced") yield* Effect.promise(() => rename(path, other))
        yield* Effect.promise(() => rename(`${path}.away`, path))
        yield* add("two")(database)
        expect(yield* ids(database)).toEqual(["one", "two"])
      })
    )
    expect(await using(other, ids)).toEqual(["of the other"])
  })

  it("completes a change if its caller is interrupted", async () => {
    const path = `${newFolder()}/store.sqlite`
    await using(path, (database) =>
      Effect.gen(function* () {
        const begun = Promise.withResolvers<void>()
        const changing = yield* Effect.forkChild(
          database.write(async (db) => {
            begun.resolve()
            await db.insertInto("toolgate_quotas").values({ id: "one", calls: 1 }).execute()
          })
        )
        yield* Effect.promise(() => begun.promise)
        yield* Fiber.interrupt(changing)
        // Read on another connection, which does not wait for this one.
        const other = new DatabaseSync(path, { readOnly: true })
        expect(other.prepare("select id from toolgate_quotas").all()).toEqual([{ id: "one" }])
        other.close()
      })
    )
  })
})

describe.skipIf(findPostgresProgram("initdb") === undefined)("a store in PostgreSQL", () => {
  it("that cannot be reached is refused with a sentence, and without the password", async () => {
    const { host, port, database } = await parts()
    const closed = await closedPort()
    for (const [place, fault] of [
      [`postgres://a:s3cret@${host}:${closed}/d`, /cannot be reached; check that it runs/],
      [`postgres://a:s3cret@nowhere.invalid/d`, /cannot be reached; check that it runs/],
      [`postgres://toolgate:s3cret@${host}:${port}/missing`, /has no database of this name/],
      [`postgres://nobody:s3cret@${host}:${port}/${database}`, /accepts neither this user nor this password/]
    ] as const) {
      const message = await faultAt(place)
      expect(message).toMatch(fault)
      expect(message).not.toContain("s3cret")
    }
  })
})

const parts = async () => {
  const { hostname, port, pathname } = new URL(await (await startPostgresServer()).database())
  return { host: hostname, port, database: pathname.slice(1) }
}

const closedPort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
