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
 * Kysely's own SQLite dialect over Node's own SQLite. A transaction takes the lock for writing when it begins, and a change of
 * tables is one too, so that processes which migrate or write at once wait for each other, and do not fail halfway.
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
      // Kysely lends it to one borrower at a time.
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
    throw new Error("A store streams nothing.")
  }
})
