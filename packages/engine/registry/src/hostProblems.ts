import type { HostDeclaration } from "@toolgate/core"
import { canonicalHost } from "@toolgate/core/access"
import { literal } from "./literal.ts"

/** Returns the problems of a host that every call of a tool reaches. A host that is written otherwise would match no rule. */
export const hostProblems = ({ host, port }: HostDeclaration): ReadonlyArray<string> => [
  ...(typeof host === "string" && !host.includes("*") && host === canonicalHost(host)
    ? []
    : [
        `the host ${literal(host)} must be written as in a URL, in lower case, without a port, a dot at its end or a "*"`
      ]),
  ...(Number.isInteger(port) && port > 0 && port < 65_536
    ? []
    : [`the port of a host must be a number from 1 to 65535, not ${literal(port)}`])
]
