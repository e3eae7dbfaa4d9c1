import { Worker } from "node:worker_threads"
import { type Answered, runSqliteProgram, type Statement, type StoreFile } from "./runSqliteProgram.ts"

/**
 * The error for a failed statement, from SQLite or the system.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { openStoreFile, SqliteFailed, SqliteThread } from "@toolgate/stores/sqlite"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const thread = await SqliteThread.open(await openStoreFile(join(folder.path, "app.sqlite")))
 * const cause = await thread.run({ sql: "select text from notes", parameters: [] }).catch((error: unknown) => error)
 * await thread.close()
 * assert(cause instanceof SqliteFailed)
 * assert.match(cause.message, /no such table/)
 * ```
 */
export class SqliteFailed extends Error {
  readonly code: string
  /** SQLite's extended error code. The lowest eight bits are the primary code. */
  readonly errcode: number | undefined
  constructor({ message, code, errcode }: { message: string; code: string; errcode?: number }) {
    super(message)
    this.code = code
    this.errcode = errcode
  }
}

type Answer = Exclude<Answered, { readonly failed: unknown }>

/**
 * A SQLite database in a worker thread, because a commit waits for the disk and would block the event loop. The thread
 * keeps the process alive only while it is working.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { openStoreFile, SqliteThread } from "@toolgate/stores/sqlite"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const thread = await SqliteThread.open(await openStoreFile(join(folder.path, "app.sqlite")))
 * await thread.run({ sql: "create table notes (text)", parameters: [] })
 * await thread.run({ sql: "insert into notes values (?)", parameters: ["milk"] })
 * const { rows } = await thread.run({ sql: "select text from notes", parameters: [] })
 * await thread.close()
 * assert.equal(JSON.stringify(rows), '[{"text":"milk"}]')
 * ```
 */
export class SqliteThread {
  private readonly worker: Worker
  private readonly waiting: Array<PromiseWithResolvers<Answer>> = []
  private ended: Error | undefined
  private isClosing = false

  private constructor(file: StoreFile) {
    // Some compilers wrap functions in a call of `__name`, which is undefined in the worker.
    const program = `const __name = (named) => named;(${runSqliteProgram})()`
    // Node 22 marks `node:sqlite` as experimental.
    const execArgv = ["--disable-warning=ExperimentalWarning"]
    this.worker = new Worker(program, { eval: true, workerData: file, env: {}, execArgv })
    this.worker.on("message", (answered: Answered) => {
      const first = this.waiting.shift()
      if (this.waiting.length === 0 && !this.isClosing) this.worker.unref()
      if ("failed" in answered) first?.reject(new SqliteFailed(answered.failed))
      else first?.resolve(answered)
    })
    const end = (error?: Error) => {
      this.ended ??= error ?? new SqliteFailed({ message: "The thread has ended.", code: "STORE_THREAD_ENDED" })
      for (const { reject } of this.waiting.splice(0)) reject(this.ended)
    }
    this.worker.on("error", end)
    this.worker.on("exit", () => end())
  }

  /** Opens the database. Rejects with `SqliteFailed`. */
  static async open(file: StoreFile): Promise<SqliteThread> {
    const thread = new SqliteThread(file)
    try {
      await thread.answer()
      return thread
    } catch (error) {
      await thread.worker.terminate()
      throw error
    }
  }

  /** Queues a statement. Rejects with `SqliteFailed`. */
  run(statement: Statement): Promise<Answer> {
    if (this.ended !== undefined) return Promise.reject(this.ended)
    this.worker.postMessage(statement)
    return this.answer()
  }

  /** Closes the database after all queued statements. */
  async close(): Promise<void> {
    if (this.ended !== undefined) return
    this.isClosing = true
    const exited = new Promise((resolve) => this.worker.once("exit", resolve))
    this.worker.ref()
    this.worker.postMessage(null)
    await exited
  }

  private answer(): Promise<Answer> {
    const answer = Promise.withResolvers<Answer>()
    this.waiting.push(answer)
    this.worker.ref()
    return answer.promise
  }
}
