import { quoted } from "@toolgate/core"
import { parseHostPattern } from "@toolgate/core/access"
import type { HostSelector } from "@toolgate/policy"
import { listOf, type Shape, textOf } from "@toolgate/yaml-reading"

const host: Shape<HostSelector> = textOf('a host pattern, as in "*.example.org"', (text, { at, node }, reading) => {
  const pattern = parseHostPattern(text)
  return typeof pattern === "string"
    ? reading.fault(node.at, () => `the host pattern ${quoted(text)} ${pattern}`)
    : { text, source: reading.source(at) }
})

/** The shape of a list of hosts that may be reached. */
export const hosts: Shape<ReadonlyArray<HostSelector>> = listOf("a list of host patterns", host)
