import {
  type Connect,
  convertFailure,
  createCheckedConnect,
  findAddressRefusal,
  getPort,
  type HttpAnswer,
  type Lookup,
  send
} from "@toolgate/catalogue/http-requests"
import { quoted, ToolExecutionError } from "@toolgate/core"
import { canonicalizeHostname } from "@toolgate/core/access"
import { AddressRefused } from "./AddressRefused.ts"
import { getRedirect } from "./getRedirect.ts"
import { filterForOtherOrigin } from "./headers.ts"
import { countHopsLeft } from "./hops.ts"
import type { NamedHosts } from "./NamedHosts.ts"
import type { WebAnswer, WebContext, WebRequest } from "./WebRequest.ts"

/** A client that reaches public addresses and listed hosts. It follows redirects only to the call's hosts. */
export class WebClient {
  private readonly connect: Connect

  constructor(named: NamedHosts, lookup?: Lookup) {
    this.connect = createCheckedConnect((address, { host, port }) => {
      const kind = named.has(host, port) ? undefined : findAddressRefusal(address)
      return kind === undefined ? undefined : new AddressRefused(host.replace(/^\[|\]$/g, ""), port, kind)
    }, lookup)
  }

  async fetch(first: WebRequest, context: WebContext): Promise<WebAnswer> {
    let request = first
    for (let hops = countHopsLeft(context.callId); ; hops -= 1) {
      const answer = await this.sent(request, context, request === first)
      const { url } = request
      const next = getRedirect(answer, request)
      if (next === undefined) return { url, answer }
      const from = quoted(url.origin, 300)
      const to = quoted(next.url.href, 1000)
      if (hops === 0) throw failed(`${from} leads on to ${to}, after too many redirects.`)
      if (url.protocol === "https:" && next.url.protocol === "http:")
        throw failed(`${from} leads to ${to}, which is not encrypted. Such a redirect is not followed.`)
      const headers = next.url.origin === url.origin ? request.headers : filterForOtherOrigin(request.headers)
      if (!isGranted(next.url, context)) return { url, answer, elsewhere: { to: next.url, headers, hops: hops - 1 } }
      request = { ...next, headers, mostBytes: request.mostBytes }
    }
  }

  private async sent(
    { method, url, headers, body, mostBytes }: WebRequest,
    context: WebContext,
    isFirst: boolean
  ): Promise<HttpAnswer> {
    const request = {
      method,
      url: { scheme: url.protocol as "http:" | "https:", host: url.hostname, port: getPort(url) },
      target: `${url.pathname}${url.search}`,
      headers: {
        "User-Agent": "toolgate",
        Accept: "*/*",
        ...headers,
        "Accept-Encoding": "gzip",
        ...(method === "GET" ? {} : { "Idempotency-Key": context.idempotencyKey })
      },
      body
    }
    const options = { signal: context.signal, mostBytes, tooLong: "cut", connect: this.connect } as const
    return await send(request, options).catch((cause: unknown) => {
      if (cause instanceof AddressRefused) throw cause.asToolError(isFirst ? { executed: "no" } : {})
      throw convertFailure(cause, { server: quoted(url.host, 300), isSafe: method === "GET", isFirst })
    })
  }
}

/** Whether the call was judged for a host. A tool's grant has exactly the hosts of its resources. */
const isGranted = (url: URL, { resources }: WebContext): boolean => {
  const host = canonicalizeHostname(url.hostname)
  const port = getPort(url)
  return resources.some((one) => one.kind === "host" && one.host === host && one.port === port)
}

const failed = (message: string) => new ToolExecutionError({ message })
