import type { LookupAddress, LookupOptions } from "node:dns"
import { connect, isIP, type Socket } from "node:net"
import { connect as secure, type TLSSocket } from "node:tls"
import type { Connect } from "@toolgate/catalogue/http-requests"
import { AddressRefused } from "./AddressRefused.ts"
import type { NamedHosts } from "./NamedHosts.ts"
import { refusedAddress } from "./refusedAddress.ts"

/** A look-up of the addresses of a name, as `dns.lookup` makes one. */
export type Lookup = (
  name: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/**
 * Returns a way to servers with public addresses. The address is checked where the connection is made: one in the URL, each one to which
 * the name leads, of which none may be refused, and in the end the one that the socket is connected to. The hosts that are named may be
 * anywhere.
 */
export const checkedConnect =
  (named: NamedHosts, lookup: Lookup): Connect =>
  async ({ scheme, host, port }, signal) => {
    signal.throwIfAborted()
    const name = host.replace(/^\[|\]$/g, "")
    const isAnywhere = named.has(host, port)
    const check = (address: string) => {
      const kind = isAnywhere ? undefined : refusedAddress(address)
      if (kind !== undefined) throw new AddressRefused(name, port, kind)
    }
    if (isIP(name) !== 0) check(name)
    const socket = connect({
      host: name,
      port,
      // `localhost` and the like are names, and are looked up here as well.
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
    // Stays: an error that comes after another one has nobody else to hear it.
    socket.on("error", (cause) => {
      settled()
      reject(cause)
    })
    socket.once(event, connected).once("close", closed)
    signal.addEventListener("abort", abort, { once: true })
  })
