import { type JsonObject, quoted } from "@toolgate/core"
import type { ImportNotes } from "./ImportNotes.ts"
import type { ToolSchemas } from "./jsonSchema.ts"
import { entriesOf, isTrue, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import type { Operation } from "./Operation.ts"

/** The body of an operation's request, in JSON. */
export interface OperationBody {
  /** The media type, if it is another one than that of JSON. */
  readonly type?: string
  readonly isRequired: boolean
  readonly schema: JsonObject
}

/** A media type with its parameters, as RFC 9110 has them. */
const mediaType =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\w !#$&'()*+,./:;<=>?@[\]^`|~-]*"))*$/

/**
 * Returns the body of an operation of OpenAPI 3; `none` if it has none. `undefined` after noting a body that a call needs and that is
 * not JSON.
 */
export const operationBody = (
  document: OpenApiDocument,
  { node, name, method }: Operation,
  schemas: ToolSchemas,
  notes: ImportNotes
): OperationBody | "none" | undefined => {
  const body = document.follow(memberOf(node, "requestBody"))?.node
  if (body === undefined) return "none"
  const isRequired = isTrue(memberOf(body, "required"))
  const contents = entriesOf(memberOf(body, "content"))
  const json =
    contents.find(({ key }) => /^application\/json\s*(?:;|$)/i.test(key)) ??
    contents.find(({ key }) => /\+json\s*(?:;|$)/i.test(key) && mediaType.test(key)) ??
    contents.find(({ key }) => key === "*/*" || key === "application/*")
  if (json === undefined) {
    const types = contents.map(({ key }) => quoted(key)).join(" or ") || "nothing that is named"
    // A POST without its body would do something else than its description says.
    const isNeeded = isRequired || ["POST", "PUT", "PATCH"].includes(method)
    notes.add(
      body.at,
      `the body is ${types}, and only JSON is sent${isNeeded ? `, so there is no tool ${quoted(name)}` : "; it is left out"}`
    )
    return isNeeded ? undefined : "none"
  }
  const schema = schemas.read(memberOf(json.value, "schema"))
  const description = textIn(memberOf(body, "description"))?.trim().slice(0, 400) ?? ""
  return {
    ...(/^application\/json|\*/i.test(json.key) ? {} : { type: json.key }),
    isRequired,
    schema: description === "" || "description" in schema ? schema : { ...schema, description }
  }
}
