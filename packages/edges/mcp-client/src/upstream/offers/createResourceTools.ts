import { pathToFileURL } from "node:url"
import type { ReadResourceResult } from "@modelcontextprotocol/client"
import {
  type JsonObject,
  quoted,
  type ResourceDeclaration,
  ToolNotFound,
  type ToolOutput,
  ToolValidationError,
  toolOutput
} from "@toolgate/core"
import type { Connection } from "../Connection.ts"
import { resolveArguments } from "../resolveArguments.ts"
import { getErrorText, sendRequest } from "../sendRequest.ts"
import { toBlock } from "../toOutput.ts"
import { type AddressKind, addressKinds, getResourceArguments } from "./addresses.ts"
import type { OfferTool } from "./createOfferTool.ts"
import { nameResourceTool } from "./ServerOffers.ts"

/**
 * Returns the tools that read a server's resources, one per kind of address: rules about paths judge files, rules about
 * hosts judge web addresses, and rules about the tool judge the rest.
 */
export const createResourceTools = (server: string): ReadonlyArray<OfferTool> =>
  addressKinds.map((kind) => ({
    name: nameResourceTool(server, kind),
    description: `Reads a resource of the MCP server "${server}": ${about[kind]}.`,
    parameters: parametersOf(kind),
    resources: declarations[kind],
    use: (connection, call, args) => read(connection, call, args, kind)
  }))

const read = async (
  connection: Connection,
  call: Parameters<OfferTool["use"]>[1],
  args: JsonObject,
  kind: AddressKind
): Promise<ToolOutput> => {
  const uri = String(args.uri)
  const means = getResourceArguments(uri)
  // A direct call of the tool could combine a harmless path with another address.
  if (means?.kind !== kind || means.args.path !== args.path) throw notMeant()
  const { path } = await resolveArguments(args, declarations[kind], call.context)
  // If the path has links, the server gets the address of the file that was judged.
  const asked = path === args.path ? uri : pathToFileURL(String(path)).href
  const { sdk, client, redaction } = connection
  try {
    const { contents }: ReadResourceResult = await sendRequest(connection, call, "resources/read", (more, options) =>
      client.readResource({ uri: asked, ...more }, { ...options, cacheMode: "bypass" })
    )
    return toolOutput({
      content: contents.map((resource) =>
        toBlock({ type: "resource", resource }, { redaction, addressOf: call.addressOf })
      )
    })
  } catch (cause) {
    if (call.context.signal.aborted || !(cause instanceof sdk.ProtocolError)) throw cause
    const { ResourceNotFound, InvalidParams } = sdk.ProtocolErrorCode
    if (cause.code === ResourceNotFound || cause.code === InvalidParams)
      throw new ToolNotFound({ message: `The MCP server "${call.server}" has no resource ${quoted(uri, 200)}.`, cause })
    return toolOutput({ text: getErrorText(connection, cause), success: false })
  }
}

const notMeant = () =>
  new ToolValidationError({
    message:
      "The arguments do not name a resource of this tool: they contain an address of another kind, or the path of another file."
  })

const about: Readonly<Record<AddressKind, string>> = {
  file: "a file",
  url: "a web address",
  other: "an address that only the server knows"
}

const address = { type: "string", maxLength: 4_096 }

const parametersOf = (kind: AddressKind): JsonObject => {
  const properties = {
    uri: { ...address, description: "The address of the resource, as the server knows it." },
    ...(kind === "file" ? { path: { ...address, description: "The file that the address names." } } : {})
  }
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}

const declarations: Readonly<Record<AddressKind, ReadonlyArray<ResourceDeclaration>>> = {
  file: [{ kind: "file", arg: "/path", mode: "r", within: "host" }],
  url: [{ kind: "url", arg: "/uri" }],
  other: []
}
