import type { PersonGrant } from "./PersonGrant.ts"

/**
 * A reverse proxy that signs people in, and names the person of a request in a header.
 *
 * ```ts
 * import type { ProxyOptions } from "@toolgate/server"
 *
 * export const proxy: ProxyOptions = {
 *   addresses: ["10.0.0.7", "fd00::/64"],
 *   header: "x-forwarded-user",
 *   rights: ["decide", "read"]
 * }
 * ```
 */
export interface ProxyOptions extends PersonGrant {
  /** The addresses and networks of the proxy, or `socket` for a server at a Unix socket. Others may not send the header. */
  readonly addresses: ReadonlyArray<string>
  /** The header with the name of the person. The proxy has to remove it from what its clients send. */
  readonly header: string
}
