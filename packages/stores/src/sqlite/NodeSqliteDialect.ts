import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect
} from "kysely"
import type { SqliteThread } from "./SqliteThread.ts"

/**
 * Kysely's SQLite dialect for `node:sqlite`. Each transaction takes the write lock at its start, including migrations,
 * so that concurrent processes wait instead of failing halfway.
 */
export class NodeSqliteDialect extends SqliteDialect {
  private readonly thread: SqliteThread

  constructor(thread: SqliteThread) {
    super({ database: () => Promise.reject<SqliteDatabase>(new Error("This dialect has its own driver.")) })
    this.thread = thread
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter()
  }

  override createDriver(): Driver {
    const { thread } = this
    const connection = connectionOf(thread)
    const running = (sql: string) => async (on: DatabaseConnection) => {
      await on.executeQuery(CompiledQuery.raw(sql))
    }
    return {
      init: async () => {},
      // Kysely lends the connection to one borrower at a time.
      acquireConnection: async () => connection,
      beginTransaction: running("begin immediate"),
      commitTransaction: running("commit"),
      rollbackTransaction: running("rollback"),
      releaseConnection: async () => {},
      destroy: () => thread.close()
    }
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

const connectionOf = (thread: SqliteThread): DatabaseConnection => ({
  executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    const { rows, changes } = await thread.run({ sql, parameters })
    return { rows: rows as Array<R>, ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }) }
  },
  // biome-ignore lint/correctness/useYield: nothing is streamed, but Kysely's connections have this method.
  streamQuery: async function* () {
    throw new Error("A store does not support streaming.")
  }
})
