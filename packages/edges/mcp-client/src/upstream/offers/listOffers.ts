import type { Redaction } from "@toolgate/local-secrets/references"
import type { McpServerEntry } from "../../config/McpConfig.ts"
import type { Connection } from "../Connection.ts"
import { isOfList, listPages, type PagedList, type PageOptions, type RawList } from "../listPages.ts"
import type { ToolFault } from "../McpServerStatus.ts"
import { toServerFault } from "../toServerFault.ts"
import { type Read, readPrompts, readResources, readTemplates } from "./readOffers.ts"
import type { ListedPrompt, ListedResource, ListedTemplate } from "./ServerOffers.ts"

/** The valid resources and prompts that a server lists and its entry allows. */
export interface OfferList {
  /** Whether the server has resources and its entry allows them. */
  readonly hasResources: boolean
  readonly completes: boolean
  readonly resources: ReadonlyArray<ListedResource>
  readonly templates: ReadonlyArray<ListedTemplate>
  readonly prompts: ReadonlyArray<ListedPrompt>
  readonly leftOut: ReadonlyArray<ToolFault>
}

/**
 * Lists a server's resources and prompts. A failed list is empty, with the reason; the other lists are not affected.
 */
export const listOffers = async (
  connection: Pick<Connection, "sdk" | "client" | "redaction">,
  { allow }: Pick<McpServerEntry, "allow">,
  options: PageOptions
): Promise<OfferList> => {
  const has = connection.client.getServerCapabilities()
  const hasResources = allow.includes("resources") && has?.resources !== undefined
  const hasPrompts = allow.includes("prompts") && has?.prompts !== undefined
  const listed = async <A>(list: PagedList, read: (given: ReadonlyArray<unknown>, redaction: Redaction) => Read<A>) => {
    const found = await givenOf(connection, list, options)
    const holding = read(found.given, connection.redaction)
    return { ...holding, leftOut: [...holding.leftOut, ...found.leftOut] }
  }
  const [ofResources, ofTemplates, ofPrompts] = await Promise.all([
    hasResources ? listed(resources, readResources) : none,
    hasResources ? listed(templates, readTemplates) : none,
    hasPrompts ? listed(prompts, readPrompts) : none
  ])
  return {
    hasResources,
    completes: (hasResources || hasPrompts) && has?.completions !== undefined,
    resources: ofResources.read,
    templates: ofTemplates.read,
    prompts: ofPrompts.read,
    leftOut: [...ofResources.leftOut, ...ofTemplates.leftOut, ...ofPrompts.leftOut]
  }
}

const none: Read<never> = { read: [], leftOut: [] }

/** Returns the unvalidated items of a list; none if the list fails. */
const givenOf = async (
  connection: Pick<Connection, "sdk" | "client">,
  list: PagedList,
  options: PageOptions
): Promise<RawList> => {
  const { sdk } = connection
  try {
    return await listPages(connection, list, options)
  } catch (cause) {
    // Many servers with resources reject the request for templates, because they have none.
    if (cause instanceof sdk.ProtocolError && cause.code === sdk.ProtocolErrorCode.MethodNotFound)
      return { given: [], leftOut: [] }
    if (!isOfList(sdk, cause)) throw cause
    return { given: [], leftOut: [{ tool: `its ${list.noun}`, why: toServerFault(sdk, cause).message }] }
  }
}

const resources = { method: "resources/list", member: "resources", noun: "resources", most: 2_000 } as const
const templates = {
  method: "resources/templates/list",
  member: "resourceTemplates",
  noun: "templates",
  most: 500
} as const
const prompts = { method: "prompts/list", member: "prompts", noun: "prompts", most: 500 } as const
