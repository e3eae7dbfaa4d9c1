import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely"
import type { ClientConfig, Pool } from "pg"

/** The error for a PostgreSQL store when the package `pg` is not installed. */
export class PgMissing extends Error {}

/** Loads the package `pg`. Rejects with `PgMissing`. */
export const loadPg = async (): Promise<typeof import("pg")> => {
  try {
    return await import("pg")
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") throw new PgMissing("", { cause: error })
    throw error
  }
}

/** Returns the settings of a connection. */
export const getConnectionSettings = (url: string) => ({
  connectionString: url,
  application_name: "toolgate",
  connectionTimeoutMillis: 10_000,
  // Limits the wait for a server that no longer responds.
  query_timeout: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000
})

/** Returns Kysely's PostgreSQL dialect with a pool of at most eight connections. Lost connections are replaced. */
export const makePostgresDialect = async (url: string): Promise<PostgresDialect> => {
  const { default: pg } = await loadPg()
  const settings: ClientConfig = {
    ...getConnectionSettings(url),
    // Reads int8 as a number: no count or time here exceeds the safe range.
    types: {
      getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format))
    }
  }
  // Set on the client, not the pool: the pool's timeout would also limit the wait for a free connection.
  const Client = class extends pg.Client {
    constructor() {
      super(settings)
    }
  }
  // Idle connections do not keep the process alive.
  const pool = new pg.Pool({ max: 8, allowExitOnIdle: true, Client })
  // Without a listener, losing an idle connection would crash the process.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  return new PostgresDialect({ pool: discarding(pool) })
}

const int8 = 20

/** Returns a pool that discards a connection after any error other than a failed statement. */
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

/** Whether an error is the server's response to a statement, so that the connection is still usable. */
export const isAnswer = (error: unknown): boolean => {
  const { code, severity } = (error ?? {}) as { readonly code?: unknown; readonly severity?: unknown }
  // The other classes report connection errors, a server shutdown or an internal error.
  return typeof severity === "string" && typeof code === "string" && !/^(08|57|58|XX)/.test(code)
}
