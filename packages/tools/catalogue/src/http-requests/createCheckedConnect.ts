import * as dns from "node:dns"
import { connect, isIP, type Socket } from "node:net"
import { connect as secure, type TLSSocket } from "node:tls"
import type { Connect, HttpRequest } from "./HttpRequest.ts"

/** Looks up the addresses of a name, as `dns.lookup` does. */
export type Lookup = (
  name: string,
  options: dns.LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<dns.LookupAddress>) => void
) => void

/**
 * Returns why a connection to an address is refused; `undefined` allows the address. `findAddressRefusal` tells the kinds
 * of addresses apart.
 */
export type RefuseAddress = (address: string, server: HttpRequest["url"]) => Error | undefined

/**
 * Returns a connector that checks addresses when it connects: an address in the URL, all addresses of a name, and
 * finally the socket's peer. A name cannot be made to point elsewhere in between.
 */
export const createCheckedConnect =
  (refuse: RefuseAddress, lookup: Lookup = dns.lookup): Connect =>
  async (server, signal) => {
    signal.throwIfAborted()
    const { scheme, host, port } = server
    const name = host.replace(/^\[|\]$/g, "")
    const check = (address: string) => {
      const refusal = refuse(address, server)
      if (refusal !== undefined) throw refusal
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
