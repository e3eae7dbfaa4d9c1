import { quoted } from "@toolgate/core"
import { makeReference, type ReferenceText, type TextPart } from "@toolgate/local-secrets/references"
import type { YamlNode } from "@toolgate/yaml-reading"
import { writeHeader } from "../http/headerTemplates.ts"
import { explainRefusedHeader } from "../http-requests.ts"
import type { ApiOperation } from "./ApiOperation.ts"
import type { ImportNotes } from "./ImportNotes.ts"
import { entriesOf, itemsOf, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"

/**
 * Returns the credential headers of an operation, with a reference to a variable named after the security scheme. Of several alternatives,
 * the first that uses headers is chosen.
 */
export const makeSecurityHeaders = (
  document: OpenApiDocument,
  { node, at }: ApiOperation,
  notes: ImportNotes
): Readonly<Record<string, ReferenceText>> => {
  const alternatives = itemsOf(memberOf(node, "security") ?? memberOf(document.root, "security"))
  const read = alternatives.map((alternative) => entriesOf(alternative).map(({ key }) => schemeHeader(document, key)))
  const chosen = read.find((headers) => headers.every((header) => !("why" in header)))
  if (chosen === undefined) {
    for (const header of read.flat()) if ("why" in header) notes.add(header.at, header.why)
    if (read.length > 0) notes.add(at, "the operation requires credentials that none of its tool's headers carries")
    return {}
  }
  const headers = new Map<string, ReadonlyArray<TextPart>>()
  for (const header of chosen) {
    if ("why" in header) continue
    const before = header.name === "Cookie" ? headers.get("Cookie") : undefined
    headers.set(header.name, before === undefined ? header.parts : [...before, "; ", ...header.parts])
    notes.add(header.at, `set the variable ${header.variable} to ${header.means}`)
  }
  return Object.fromEntries(
    [...headers].flatMap(([name, parts]) => {
      const text = writeHeader(parts)
      return typeof text === "string" ? [[name, text] as const] : []
    })
  )
}

type SchemeHeader =
  | {
      readonly at: number
      readonly name: string
      readonly parts: ReadonlyArray<TextPart>
      readonly variable: string
      readonly means: string
    }
  | { readonly at: number; readonly why: string }

const schemeHeader = (document: OpenApiDocument, key: string): SchemeHeader => {
  const { root, isSwagger } = document
  const schemes = isSwagger
    ? memberOf(root, "securityDefinitions")
    : memberOf(memberOf(root, "components"), "securitySchemes")
  const scheme = document.follow(memberOf(schemes, key))?.node
  if (scheme === undefined) return { at: root.at, why: `the security scheme ${quoted(key)} is not defined` }
  const { at } = scheme
  const type = textIn(memberOf(scheme, "type"))
  const variable = key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/\W+/g, "_")
    .toUpperCase()
    .replace(/^(?=\d|$)/, "KEY_")
  const of = `of the security scheme ${quoted(key)}`
  const header = (name: string, prefix: string, means: string): SchemeHeader => {
    const reference = makeReference(variable)
    return reference === undefined
      ? { at, why: `no variable can be named after the security scheme ${quoted(key)}` }
      : { at, name, parts: [prefix, reference], variable, means }
  }
  const how = type === "http" ? textIn(memberOf(scheme, "scheme"))?.toLowerCase() : type
  if (how === "basic")
    return header("Authorization", "Basic ", `the user and the password ${of}, as "user:password" in base64`)
  if (how === "bearer") return header("Authorization", "Bearer ", `the token ${of}`)
  if (how === "oauth2" || how === "openIdConnect")
    return header("Authorization", "Bearer ", `an access token ${of}; the gate neither signs in nor renews it`)
  if (how === "apiKey") return keyHeader(scheme, of, header)
  return { at, why: `the security scheme ${quoted(key)} is of an unsupported kind` }
}

const keyHeader = (
  scheme: YamlNode,
  of: string,
  header: (name: string, prefix: string, means: string) => SchemeHeader
): SchemeHeader => {
  const { at } = scheme
  const name = textIn(memberOf(scheme, "name")) ?? ""
  const place = textIn(memberOf(scheme, "in")) ?? ""
  if (place === "cookie")
    return cookieName.test(name)
      ? header("Cookie", `${name}=`, `the key ${of}`)
      : { at, why: `the key ${of} would be in a cookie whose name, ${quoted(name, 64)}, is invalid` }
  if (place !== "header")
    return {
      at,
      why: `the key ${of} would be in the ${/^\w+$/.test(place) ? place : quoted(place)}, which is shown and logged; no secret is sent there`
    }
  const refused = explainRefusedHeader(name)
  return refused === undefined
    ? header(name, "", `the key ${of}`)
    : { at, why: `the header ${quoted(name)} ${refused}, so the key ${of} is not sent` }
}

/** Valid cookie names in RFC 6265. */
const cookieName = /^[!#$%&'*+.^`|~\w-]{1,256}$/
