import { quoted } from "@toolgate/core"
import { count, duration, listOf, path, recordOf, type Shape, size, textOf } from "@toolgate/yaml-reading"
import { oidcShape } from "./oidcShape.ts"
import { proxyShape } from "./proxyShape.ts"
import type { ServerLimits, ServerSettings } from "./ServerSettings.ts"
import { publicUrl, webhook } from "./webhookShape.ts"

/** Parses an address such as `127.0.0.1:7333` or `[::1]:7333`. */
export const parseAddress = (text: string): { readonly host: string; readonly port: number } | undefined => {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = bracketed ?? plain
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) }
}

const address = textOf(
  "an address and a port, as in 127.0.0.1:7333",
  (text, { node }, reading) =>
    parseAddress(text) ?? reading.fault(node.at, () => `${quoted(text)} is no address and port, as in "127.0.0.1:7333"`)
)

const host = textOf<string>(
  'a host, with its port if it is not the usual one, as in "gate.example.com"',
  (text, { node }, reading) =>
    /^(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(text)
      ? text.toLowerCase()
      : reading.fault(node.at, () => `${quoted(text)} is no host; write it without a scheme, a path or "*"`)
)

const origin = textOf<string>('an origin, as in "https://console.example.com"', (text, { node }, reading) =>
  URL.canParse(text) && new URL(text).origin === text
    ? text
    : reading.fault(node.at, () => `${quoted(text)} is no origin: a scheme and a host, without a path, in lower case`)
)

const tls = recordOf(
  "tls",
  {
    certificate: { shape: path, description: "The certificate and its chain, in PEM.", absent: undefined },
    key: { shape: path, description: "The key of the certificate, in PEM.", absent: undefined }
  },
  ({ certificate = "", key = "" }) => ({ certificate, key })
)

const limits: Shape<ServerLimits> = recordOf(
  "limits",
  {
    openRequests: { shape: count(1), description: "The most requests of a token without an answer.", absent: "256" },
    requestsPerSecond: { shape: count(1), description: "The most requests of a token in a second.", absent: "1000" },
    body: { shape: size, description: "The longest body of a request.", absent: "4MiB" },
    streams: { shape: count(1), description: "The most event streams.", absent: "10000" },
    grace: { shape: duration, description: "The time in which calls may end when the server stops.", absent: "5s" }
  },
  ({ openRequests, requestsPerSecond, body, streams, grace }) => ({
    ...(openRequests === undefined ? {} : { openRequests }),
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    ...(body === undefined ? {} : { bodyBytes: body }),
    ...(streams === undefined ? {} : { streams }),
    ...(grace === undefined ? {} : { graceMs: grace })
  })
)

/** The shape of a whole `server.yaml`. */
export const serverShape: Shape<ServerSettings> = recordOf(
  "the settings of a server",
  {
    listen: { shape: address, description: "The address to listen at.", absent: "127.0.0.1:7333" },
    socket: { shape: path, description: "A Unix socket to listen at, instead of an address.", absent: "none" },
    workspace: { shape: path, description: "The folder of sessions that name none.", absent: "the current folder" },
    policy: {
      shape: listOf("a list of policy files", path),
      description: "The policy files, widest first.",
      absent: "your own policy"
    },
    mcp: { shape: path, description: "The mcp.yaml with the servers behind the gate.", absent: "none" },
    hosts: {
      shape: listOf("a list of hosts", host),
      description: "The values of the Host header that are answered besides those of this machine.",
      absent: "none"
    },
    origins: {
      shape: listOf("a list of origins", origin),
      description: "The other origins whose pages may use the server.",
      absent: "none"
    },
    tls: { shape: tls, description: "The certificate to serve HTTPS with.", absent: "plain HTTP" },
    oidc: { shape: oidcShape, description: "Whose tokens are accepted besides the server's own.", absent: "nobody's" },
    proxy: {
      shape: proxyShape,
      description: "The reverse proxy that names the person of a request in a header.",
      absent: "none"
    },
    limits: { shape: limits, description: "The limits of each token and of the server.", absent: "{}" },
    webhooks: {
      shape: listOf("a list of webhooks", webhook),
      description: "The receivers of webhooks about questions and refused calls.",
      absent: "none"
    },
    publicUrl: {
      shape: publicUrl,
      description: "The address under which people reach the server, for links in webhooks.",
      absent: "webhooks have no link"
    }
  },
  ({ hosts = [], origins = [], limits = {}, webhooks = [], ...given }, at, reading) => {
    if (given.listen !== undefined && given.socket !== undefined)
      return reading.fault(at, () => '"listen" and "socket" exclude each other; leave one out')
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    return { ...set, hosts, origins, limits, webhooks }
  }
)

/** The JSON Schema of a `server.yaml`, for editors. */
export const serverSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Settings of a Toolgate server",
  ...serverShape.schema
}
