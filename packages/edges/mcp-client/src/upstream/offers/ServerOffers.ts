import { type AddressKind, addressKinds } from "./addresses.ts"

/** The resources and prompts of a server, as far as its entry opens them. */
export interface ServerOffers {
  readonly server: string
  /** Whether the server has resources. */
  readonly hasResources: boolean
  /** The resources that the server lists, in its own addresses. It may have others. */
  readonly resources: ReadonlyArray<ListedResource>
  readonly templates: ReadonlyArray<ListedTemplate>
  /** The prompts by the names that clients see. */
  readonly prompts: ReadonlyMap<string, ListedPrompt>
  /** Whether values of prompts and addresses can be completed. */
  readonly completes: boolean
}

/** The texts with which a server describes something. */
interface Described {
  readonly name: string
  readonly title?: string
  readonly description?: string
}

/** A resource as a server lists it, as far as it is read. */
export interface ListedResource extends Described {
  readonly uri: string
  readonly mimeType?: string
  readonly size?: number
}

/** A family of resources as a server lists it, as far as it is read. */
export interface ListedTemplate extends Described {
  readonly uriTemplate: string
  readonly mimeType?: string
}

/** A prompt as a server lists it, as far as it is read. */
export interface ListedPrompt extends Described {
  readonly arguments: ReadonlyArray<Described & { readonly required: boolean }>
}

/** Returns the name of the gate's tool that reads resources of a server whose addresses are of this kind. */
export const resourceToolName = (server: string, kind: AddressKind): string => `mcp__${server}__resources.${kind}`

/** Returns the name that clients see for a prompt, by the name of the gate's tool that gets it. */
export const promptName = (tool: string): string => tool.replace("__prompts.", "__")

/** Returns the name of the gate's tool that gets a prompt, by the name that clients see. */
export const promptToolName = (server: string, prompt: string): string =>
  prompt.replace(`mcp__${server}__`, `mcp__${server}__prompts.`)

/** Returns the name of the gate's tool that completes values for prompts and addresses of a server. */
export const completionToolName = (server: string): string => `mcp__${server}__completion.complete`

/** Returns the names of the tools by which what servers offer is reached. */
export const offerToolNames = (offers: ReadonlyArray<ServerOffers>): ReadonlySet<string> =>
  new Set(
    offers.flatMap(({ server, hasResources, prompts, completes }) => [
      ...(hasResources ? addressKinds.map((kind) => resourceToolName(server, kind)) : []),
      ...[...prompts.keys()].map((name) => promptToolName(server, name)),
      ...(completes ? [completionToolName(server)] : [])
    ])
  )
