import type { SQLInputValue, StatementSync } from "node:sqlite"

/** A statement and its parameters. */
export interface Statement {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/** The response to a statement. */
export type Answered =
  | { readonly rows: Array<unknown>; readonly changes?: number | bigint }
  | { readonly failed: { readonly message: string; readonly code: string; readonly errcode?: number } }

/** A store's file, identified so that a replacement at the same path is noticed. */
export interface StoreFile {
  readonly path: string
  readonly dev: bigint
  readonly ino: bigint
}

/**
 * The program of a SQLite worker thread. Runs statements in order. The first message reports that the database is open;
 * send `null` to close it.
 *
 * The worker runs the source text of this function, so that bundlers need no extra file. The function must therefore
 * not refer to anything outside itself.
 */
export const runSqliteProgram = (): void => {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads")
  const { statSync } = process.getBuiltinModule("node:fs")
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
  if (parentPort === null) throw new Error("This program runs in a thread.")
  const port = parentPort
  const file: StoreFile = workerData

  const checkFile = () => {
    const found = statSync(file.path, { bigint: true, throwIfNoEntry: false })
    if (found?.ino !== file.ino || found.dev !== file.dev)
      throw Object.assign(new Error("The file was moved or removed."), { code: "STORE_GONE" })
  }

  // SQLite's busy handler polls only ten times a second, and might never find a busy lock free.
  const cell = new Int32Array(new SharedArrayBuffer(4))
  const patiently = <A>(attempt: () => A): A => {
    const until = performance.now() + 5000
    for (;;)
      try {
        return attempt()
      } catch (error) {
        const { errcode = 0 } = error as { readonly errcode?: number }
        if ((errcode & 0xff) !== 5 || performance.now() > until) throw error
        Atomics.wait(cell, 0, 0, 1 + 4 * Math.random())
      }
  }

  const opened = () => {
    // SQLite would recreate a deleted file, and apply the old write-ahead log to a new file.
    checkFile()
    const database = new DatabaseSync(file.path, { timeout: 0 })
    checkFile()
    const [mode] = patiently(() => database.prepare("pragma journal_mode = wal").all())
    if (mode?.journal_mode !== "wal") throw Object.assign(new Error("No log."), { code: "STORE_WITHOUT_WAL" })
    // With FULL, a commit returns after the data is on the disk.
    database.exec("pragma synchronous = full")
    return database
  }

  const failedWith = (error: unknown): Answered => {
    const { message, code, errcode } = error as { message: string; code?: string; errcode?: number }
    return { failed: { message: String(message), code: String(code), ...(errcode === undefined ? {} : { errcode }) } }
  }

  const serve = () => {
    const database = opened()
    const kept = new Map<string, StatementSync>()
    const prepared = (sql: string): StatementSync => {
      const before = kept.get(sql)
      if (before !== undefined) return before
      const statement = database.prepare(sql)
      if (kept.size < 500) kept.set(sql, statement)
      return statement
    }
    const answerTo = ({ sql, parameters }: Statement): Answered => {
      // SQLite rolls back by itself after some errors.
      if (sql === "rollback" && !database.isTransaction) return { rows: [] }
      const values = parameters as ReadonlyArray<SQLInputValue>
      const run = (): Answered => {
        const statement = prepared(sql)
        if (statement.columns().length > 0) return { rows: statement.all(...values) }
        return { rows: [], changes: statement.run(...values).changes }
      }
      if (database.isTransaction) {
        const answer = run()
        if (sql === "commit") checkFile()
        return answer
      }
      checkFile()
      return patiently(run)
    }
    port.on("message", (statement: Statement | null) => {
      if (statement === null) {
        database.close()
        port.close()
        return
      }
      try {
        port.postMessage(answerTo(statement))
      } catch (error) {
        port.postMessage(failedWith(error))
      }
    })
  }

  try {
    serve()
    port.postMessage({ rows: [] })
  } catch (error) {
    port.postMessage(failedWith(error))
  }
}
