import { type JsonObject, quoted } from "@toolgate/core"
import type { ApiOperation } from "./ApiOperation.ts"
import type { ImportNotes } from "./ImportNotes.ts"
import type { ToolSchemas } from "./jsonSchema.ts"
import { entriesOf, isTrue, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"

/** The JSON request body of an operation. */
export interface OperationBody {
  /** The media type, if it is not the JSON default. */
  readonly type?: string
  readonly isRequired: boolean
  readonly schema: JsonObject
}

/** A media type with parameters, as defined by RFC 9110. */
const mediaType =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\w !#$&'()*+,./:;<=>?@[\]^`|~-]*"))*$/

/** Returns the request body of an OpenAPI 3 operation, or `none`. Notes a required body that is not JSON and returns `undefined`. */
export const readOperationBody = (
  document: OpenApiDocument,
  { node, name, method }: ApiOperation,
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
    // Sending a POST without its body could do something else.
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
