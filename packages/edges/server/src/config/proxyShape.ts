import { isIP } from "node:net"
import { quoted } from "@toolgate/core"
import { listOf, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"
import type { ProxyOptions } from "../access/persons/ProxyOptions.ts"
import { grantKeys, omitAbsent } from "./grantKeys.ts"

const address = textOf<string>('an IP address, a network, or "socket"', (text, { node }, reading) => {
  const [network = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text)?.slice(1) ?? []
  const version = isIP(network)
  if (text === "socket" || (version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128))) return text
  return reading.fault(
    node.at,
    () => `${quoted(text)} is no IP address, no network such as 10.0.0.0/8, and not "socket"`
  )
})

const header = textOf<string>("the name of a header", (text, { node }, reading) =>
  /^[\w-]+$/.test(text) && !/^(?:authorization|cookie|host|origin|sec-.*)$/i.test(text)
    ? text.toLowerCase()
    : reading.fault(node.at, () => `${quoted(text)} is no header that may name a person, as in x-forwarded-user`)
)

/** The shape of `proxy`. */
export const proxyShape: Shape<ProxyOptions> = recordOf(
  "proxy",
  {
    addresses: {
      shape: listOf("a list of addresses", address),
      description: 'The addresses and networks of the proxy, or "socket". Others may not send the header.',
      absent: undefined
    },
    header: {
      shape: header,
      description: "The header with the name of the person. The proxy has to remove it from what its clients send.",
      absent: undefined
    },
    ...grantKeys
  },
  ({ addresses = [], header = "", rights = [], ...given }) => ({ ...omitAbsent(given), addresses, header, rights })
)
