import { type ReadResourceResult, type Resource, ResourceNotFoundError } from "@modelcontextprotocol/server"
import { png } from "./media.ts"

/** The resources that the suite lists and reads. */
export const resources: Array<Resource> = [
  { uri: "test://static-text", name: "Text", description: "A text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "Image", description: "An image.", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "Watched", description: "A text to watch.", mimeType: "text/plain" }
]

/** The template of addresses with an id. */
export const template = {
  uriTemplate: "test://template/{id}/data",
  name: "Data",
  description: "The data of an id.",
  mimeType: "application/json"
}

/** Returns the content of a resource, or throws if it does not exist. */
export const readResource = (uri: string): ReadResourceResult => {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri, mimeType: "application/json", text: data }] }
  }
  switch (uri) {
    case "test://static-text":
      return { contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }] }
    case "test://static-binary":
      return { contents: [{ uri, mimeType: "image/png", blob: png }] }
    case "test://watched-resource":
      return { contents: [{ uri, mimeType: "text/plain", text: "Nothing changes." }] }
    default:
      throw new ResourceNotFoundError(uri)
  }
}
