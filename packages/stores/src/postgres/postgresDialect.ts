import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely"
import type { ClientConfig, Pool } from "pg"

/** The error of a place in PostgreSQL where the package `pg` is not installed. */
export class PgMissing extends Error {}

/** Returns the package `pg`. Rejects with `PgMissing`. */
export const loadPg = async (): Promise<typeof import("pg")> => {
  try {
    return await import("pg")
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") throw new PgMissing("", { cause: error })
    throw error
  }
}

/** The settings of each connection to a database. */
export const connectionTo = (url: string) => ({
  connectionString: url,
  application_name: "toolgate",
  connectionTimeoutMillis: 10_000,
  // Nobody waits for a server that has gone without a word.
  query_timeout: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000
})

/** Returns Kysely's PostgreSQL dialect over a pool of at most eight connections. A lost connection is replaced. */
export const postgresDialect = async (url: string): Promise<PostgresDialect> => {
  const { default: pg } = await loadPg()
  const settings: ClientConfig = {
    ...connectionTo(url),
    // An integer of eight bytes is read as a number: no count or time of ours is greater than a number holds.
    types: {
      getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format))
    }
  }
  // The pool knows nothing of the settings: its own timeout would also bound how long one waits for a connection in use.
  const Client = class extends pg.Client {
    constructor() {
      super(settings)
    }
  }
  // Idle connections do not keep the process alive.
  const pool = new pg.Pool({ max: 8, allowExitOnIdle: true, Client })
  // Without a listener, a connection that is lost while nobody uses it would end the process.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  return new PostgresDialect({ pool: discarding(pool) })
}

const int8 = 20

/** Returns a pool that replaces each connection on which something else than the statement failed. */
const discarding = (pool: Pool): PostgresPool => ({
  options: {},
  connect: async () => {
    const client = await pool.connect()
    let isBroken = false
    const query = async (sql: string, parameters: ReadonlyArray<unknown>) => {
      try {
        return await client.query(sql, [...parameters])
      } catch (error) {
        isBroken ||= !isAnswer(error)
        throw error
      }
    }
    const lent: unknown = { query, release: (discard?: boolean) => client.release(discard === true || isBroken) }
    return lent as PostgresPoolClient
  },
  end: () => pool.end()
})

/** Whether an error is the server's answer to a statement, after which the connection goes on. */
export const isAnswer = (error: unknown): boolean => {
  const { code, severity } = (error ?? {}) as { readonly code?: unknown; readonly severity?: unknown }
  // The other classes tell of the connection, of a server that stops, and of a fault in the server.
  return typeof severity === "string" && typeof code === "string" && !/^(08|57|58|XX)/.test(code)
}
