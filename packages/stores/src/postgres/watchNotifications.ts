import type { Client } from "pg"
import { channel, type Watch } from "../Topics.ts"
import { connectionTo, loadPg } from "./postgresDialect.ts"

/**
 * Watches a database through a connection of its own, which hears of each change when it is committed. A lost connection is replaced,
 * and whatever was not heard meanwhile may have been missed.
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
      const made = new pg.Client(connectionTo(url))
      client = made
      made.on("error", () => lose(made))
      made.on("end", () => lose(made))
      made.on("notification", ({ payload }) => changed(payload))
      try {
        await made.connect()
        // Whoever only listens does not keep the process alive.
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

    // A connection may be lost without a word.
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
