import { explainRefusedHeader, isHeaderValue } from "@toolgate/catalogue/http-requests"
import { quoted, ToolValidationError } from "@toolgate/core"
import { Type } from "typebox"

/** The headers of a request, by name. */
export type Headers = Readonly<Record<string, string>>

/** The schema of a call's headers. */
export const headersSchema = Type.Array(
  Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 256 }), value: Type.String({ maxLength: 8192 }) },
    { additionalProperties: false }
  ),
  {
    maxItems: 50,
    description: "Additional headers. Headers that carry credentials or belong to the connection are refused."
  }
)

/** Returns a call's headers. Throws a `ToolValidationError` that lists forbidden headers. */
export const parseHeaders = (given: ReadonlyArray<{ readonly name: string; readonly value: string }> = []): Headers => {
  // Null prototype: a header may have any name, such as "constructor".
  const headers: Record<string, string> = Object.create(null)
  const seen = new Set<string>()
  const validationErrors: Array<string> = []
  for (const { name, value } of given) {
    const low = name.toLowerCase().replaceAll("_", "-")
    const why = seen.has(low) ? "is given twice" : (explainRefusedHeader(name) ?? refusedHere(low))
    if (why !== undefined) validationErrors.push(`The header ${quoted(name)} ${why}.`)
    else if (!isHeaderValue(value))
      validationErrors.push(`The value of the header ${quoted(name)} is not printable ASCII.`)
    else headers[name] = value
    seen.add(low)
  }
  if (validationErrors.length === 0) return headers
  const message = `The request was not sent, because of its headers: ${validationErrors.join(" ")} Leave them out.`
  throw new ToolValidationError({ message, validationErrors, executed: "no" })
}

const refusedHere = (low: string): string | undefined => {
  if (credentials.has(low)) return "carries credentials, which only a tool of the operator may send"
  if (methods.has(low)) return "asks for a different method than the tool's"
  if (routes.has(low)) return "asks for a different host or page than the URL"
  return low === "content-type" ? "belongs to the body" : undefined
}

const credentials: ReadonlySet<string> = new Set(["authorization", "cookie", "cookie2"])

/** Headers that make some servers treat a GET as a DELETE. */
const methods: ReadonlySet<string> = new Set(["x-http-method", "x-http-method-override", "x-method-override"])

/** Headers that make some servers and proxies answer for another host or page. */
const routes: ReadonlySet<string> = new Set([
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-server",
  "x-host",
  "x-original-host",
  "x-original-url",
  "x-rewrite-url"
])

/** Returns the headers that may go to another origin. Any header that is not known to be harmless may contain a key. */
export const filterForOtherOrigin = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())))

const harmless: ReadonlySet<string> = new Set(["accept", "accept-language", "user-agent"])

/** Returns headers in the form of a call's argument. */
export const listHeaders = (headers: Headers): Array<{ readonly name: string; readonly value: string }> =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))
