import type { LookupAddress, LookupOptions } from "node:dns"
import { connect, isIP, type Socket } from "node:net"
import { connect as secure, type TLSSocket } from "node:tls"
import type { Connect } from "@toolgate/catalogue/http-requests"
import { AddressRefused } from "./AddressRefused.ts"
import { findRefusal } from "./findRefusal.ts"
import type { NamedHosts } from "./NamedHosts.ts"

/** Looks up the addresses of a name, as `dns.lookup` does. */
export type Lookup = (
  name: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/**
 * Returns a connector for servers with public addresses. It checks the address when it connects: an address in the URL,
 * all addresses of a name, and finally the socket's peer. Listed hosts may have any address.
 */
export const createCheckedConnect =
  (named: NamedHosts, lookup: Lookup): Connect =>
  async ({ scheme, host, port }, signal) => {
    signal.throwIfAborted()
    const name = host.replace(/^\[|\]$/g, "")
    const isAnywhere = named.has(host, port)
    const check = (address: string) => {
      const kind = isAnywhere ? undefined : findRefusal(address)
      if (kind !== undefined) throw new AddressRefused(name, port, kind)
    }
    if (isIP(name) !== 0) check(name)
    const socket = connect({
      host: name,
      port,
      // Names such as `localhost` are looked up here as well.
      lookup: (asked, options, done) =>
        lookup(asked, { ...options, all: true }, (error, addresses) => {
          if (error !== null) return done(error, [])
          try {
            for (const { address } of addresses) check(address)
          } catch (refusal) {
            return done(refusal as Error, [])
          }
          done(null, [...addresses])
        }),
      autoSelectFamily: true
    })
    try {
      await ready(socket, "connect", signal)
      check(socket.remoteAddress ?? "")
      if (scheme === "http:") return socket
      const secured = secure({
        socket,
        host: name,
        ...(isIP(name) === 0 ? { servername: name } : {}),
        ALPNProtocols: ["http/1.1"],
        rejectUnauthorized: true
      })
      await ready(secured, "secureConnect", signal)
      return secured
    } catch (cause) {
      socket.destroy()
      throw cause
    }
  }

const ready = (socket: Socket | TLSSocket, event: "connect" | "secureConnect", signal: AbortSignal): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const closed = () => reject(Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" }))
    const settled = () => {
      socket.off(event, connected).off("close", closed)
      signal.removeEventListener("abort", abort)
    }
    const connected = () => {
      settled()
      resolve()
    }
    // This listener stays: without it, a later error would be uncaught.
    socket.on("error", (cause) => {
      settled()
      reject(cause)
    })
    socket.once(event, connected).once("close", closed)
    signal.addEventListener("abort", abort, { once: true })
  })
