import { describeUnknownName, quoted } from "@toolgate/core"
import {
  type FileReading,
  type LocatedValue,
  mapOf,
  oneOf,
  recordOf,
  type Shape,
  size,
  textOf
} from "@toolgate/yaml-reading"
import { explainRefusedHeader } from "../http-requests.ts"
import { findExpressionFault } from "../jmespath.ts"
import { type BodyTemplate, body, listBodyPlaceholders } from "./bodyTemplate.ts"
import { type HeaderTemplate, readHeader } from "./headerTemplates.ts"
import { type Placeholder, selectPlaceholders } from "./parseTextTemplate.ts"
import { listUrlPlaceholders, readUrlTemplate, type UrlTemplate } from "./UrlTemplate.ts"

/** An HTTP request with placeholders, and how to read the response. */
export interface HttpTemplate {
  readonly method: (typeof methods)[number]
  readonly url: UrlTemplate
  readonly headers: ReadonlyArray<HeaderTemplate>
  readonly body: BodyTemplate
  /** A JMESPath expression that selects the result from the JSON response. Absent: the whole response. */
  readonly response?: string
  /** Most bytes of a response body after decompression. */
  readonly mostBytes: number
  /** The arguments used in the request, with their offsets in the file. */
  readonly placeholders: ReadonlyArray<Placeholder>
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

interface Placed<A> {
  readonly value: A
  readonly placeholders: ReadonlyArray<Placeholder>
}

const url: Shape<Placed<UrlTemplate>> = textOf("a URL", (text, entry, reading) => {
  const template = readUrlTemplate(text)
  if ("fault" in template) return reading.fault(offsetIn(entry, text, template.at), () => template.fault)
  const placeholders = listUrlPlaceholders(template)
  return {
    value: template,
    placeholders: placeholders.map(({ name, at }) => ({ name, at: offsetIn(entry, text, at) }))
  }
})

interface LocatedHeader {
  readonly text: string
  readonly at: number
}

const header: Shape<LocatedHeader> = textOf("a string", (text, { node }) => ({ text, at: node.at }))

const headers = mapOf(
  "a map of headers",
  {
    step: "NAME",
    schema: {},
    read: (name, at, reading) => {
      const why = explainRefusedHeader(name)
      return why === undefined ? name : reading.fault(at, () => `the header ${quoted(name)} ${why}; leave it out`)
    }
  },
  header
)

const response: Shape<string> = textOf("a JMESPath expression", (text, entry, reading) => {
  const problem = findExpressionFault(text)
  return problem === undefined ? text : reading.fault(offsetIn(entry, text, problem.at), () => problem.fault)
})

/** Converts an offset in a text to one in the file. For quoted or multi-line texts it is the start of the text. */
const offsetIn = ({ node }: LocatedValue, text: string, at: number): number =>
  node.kind === "scalar" && node.plain === text ? node.at + at : node.at

const mostBytesAtAll = 16 * 1024 * 1024

/** The shape of a tool's implementation as an HTTP request. */
export const httpShape: Shape<HttpTemplate> = recordOf(
  "an HTTP request",
  {
    method: { shape: oneOf("method", methods), description: "The method of the request.", absent: "GET" },
    url: {
      shape: url,
      description: "The URL. `{name}` is the place of an argument in its path or its query.",
      absent: undefined
    },
    headers: {
      shape: headers,
      description: "The headers. A value holds references to secrets, or arguments, and never both.",
      absent: "none"
    },
    body: {
      shape: body,
      description: "The JSON body: `arguments`, `none`, or a map with `{name}` in its texts.",
      absent: "the arguments that have no other place, for POST, PUT and PATCH; otherwise none"
    },
    response: {
      shape: response,
      description: "A JMESPath expression over the JSON of the answer, whose value is the result.",
      absent: "the whole answer"
    },
    max_bytes: { shape: size, description: "The maximum number of bytes of an answer.", absent: "1 MiB" }
  },
  (given, at, reading): HttpTemplate | undefined => {
    const { method = "GET", url, response, max_bytes: mostBytes = 1024 * 1024 } = given
    if (url === undefined) return undefined
    if (mostBytes > mostBytesAtAll) return reading.fault(at, () => '"max_bytes" must be at most 16MiB')
    const isBare = method === "GET" || method === "HEAD"
    if (isBare && given.body !== undefined && given.body !== "none")
      return reading.fault(at, () => `a ${method} request has no body; leave "body" out`)
    const read = headersIn(given.headers ?? new Map(), reading)
    if (read === undefined) return undefined
    const body = given.body ?? (isBare || method === "DELETE" ? "none" : "arguments")
    return {
      method,
      url: url.value,
      headers: read.value,
      body,
      ...(response === undefined ? {} : { response }),
      mostBytes,
      placeholders: [...url.placeholders, ...read.placeholders, ...listBodyPlaceholders(body)]
    }
  }
)

const headersIn = (
  given: ReadonlyMap<string, LocatedHeader>,
  reading: FileReading
): Placed<ReadonlyArray<HeaderTemplate>> | undefined => {
  const value: Array<HeaderTemplate> = []
  const placed: Array<Placeholder> = []
  const seen = new Set<string>()
  for (const [name, { text, at }] of given) {
    const read = readHeader(name, text)
    if ("fault" in read) reading.fault(at, () => read.fault)
    else if (seen.has(name.toLowerCase())) reading.fault(at, () => `the header ${quoted(name)} is given twice`)
    else {
      value.push(read)
      if (read.kind === "filled") placed.push(...selectPlaceholders(read.value).map((one) => ({ ...one, at })))
    }
    seen.add(name.toLowerCase())
  }
  return value.length === given.size ? { value, placeholders: placed } : undefined
}

/** Reports placeholders without a matching argument. `names` are the tool's arguments. */
export const checkPlaceholders = (
  { placeholders }: HttpTemplate,
  names: ReadonlyArray<string>,
  reading: FileReading
): void => {
  for (const { name, at } of placeholders)
    if (!names.includes(name))
      reading.fault(at, () => describeUnknownName("argument", name, names, { where: "in an HTTP request" }))
}
