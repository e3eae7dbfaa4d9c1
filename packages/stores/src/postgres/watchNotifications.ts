import type { Client } from "pg"
import { channel, type Watch } from "../Topics.ts"
import { getConnectionSettings, loadPg } from "./makePostgresDialect.ts"

/**
 * Watches a database through a dedicated connection, which is notified of each committed change. After a reconnection,
 * changes may have been missed.
 */
export const watchNotifications =
  (url: string): Watch =>
  (changed) => {
    let client: Client | undefined
    let again: NodeJS.Timeout | undefined
    let isStopped = false

    const connect = async () => {
      const { default: pg } = await loadPg()
      if (isStopped) return
      const made = new pg.Client(getConnectionSettings(url))
      client = made
      made.on("error", () => lose(made))
      made.on("end", () => lose(made))
      made.on("notification", ({ payload }) => changed(payload))
      try {
        await made.connect()
        // A listening connection must not keep the process alive.
        ;(made as Client & { unref(): void }).unref()
        await made.query(`listen ${channel}`)
        changed()
      } catch {
        lose(made)
      }
    }
    const lose = (lost: Client) => {
      if (client !== lost) return
      client = undefined
      lost.end().catch(() => {})
      again = setTimeout(connect, 1000).unref()
    }

    // Detects a connection that was lost silently.
    const ask = () => {
      const asked = client
      asked?.query("select 1").catch(() => lose(asked))
    }
    const asks = setInterval(ask, 30_000).unref()
    void connect()
    return {
      stop: () => {
        isStopped = true
        clearInterval(asks)
        clearTimeout(again)
        const last = client
        client = undefined
        last?.end().catch(() => {})
      }
    }
  }
