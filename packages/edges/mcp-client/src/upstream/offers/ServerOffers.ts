import { type AddressKind, addressKinds } from "./addresses.ts"

/** The resources and prompts of a server that its entry allows. */
export interface ServerOffers {
  readonly server: string
  /** Whether the server supports resources. */
  readonly hasResources: boolean
  /** The listed resources, by the server's addresses. Unlisted resources may exist. */
  readonly resources: ReadonlyArray<ListedResource>
  readonly templates: ReadonlyArray<ListedTemplate>
  /** The prompts by the names that clients see. */
  readonly prompts: ReadonlyMap<string, ListedPrompt>
  /** Whether the server completes values of prompts and addresses. */
  readonly completes: boolean
}

interface Described {
  readonly name: string
  readonly title?: string
  readonly description?: string
}

/** The validated fields of a listed resource. */
export interface ListedResource extends Described {
  readonly uri: string
  readonly mimeType?: string
  readonly size?: number
}

/** The validated fields of a listed resource template. */
export interface ListedTemplate extends Described {
  readonly uriTemplate: string
  readonly mimeType?: string
}

/** The validated fields of a listed prompt. */
export interface ListedPrompt extends Described {
  readonly arguments: ReadonlyArray<Described & { readonly required: boolean }>
}

/** Returns the name of the gate's tool that reads a server's resources with addresses of this kind. */
export const nameResourceTool = (server: string, kind: AddressKind): string => `mcp__${server}__resources.${kind}`

/** Returns the name that clients see for a prompt, from the name of its tool. */
export const namePrompt = (tool: string): string => tool.replace("__prompts.", "__")

/** Returns the name of the tool that gets a prompt, from the name that clients see. */
export const namePromptTool = (server: string, prompt: string): string =>
  prompt.replace(`mcp__${server}__`, `mcp__${server}__prompts.`)

/** Returns the name of the tool that completes values for a server's prompts and addresses. */
export const nameCompletionTool = (server: string): string => `mcp__${server}__completion.complete`

/** Returns the names of the tools that serve resources, prompts and completions. */
export const listOfferToolNames = (offers: ReadonlyArray<ServerOffers>): ReadonlySet<string> =>
  new Set(
    offers.flatMap(({ server, hasResources, prompts, completes }) => [
      ...(hasResources ? addressKinds.map((kind) => nameResourceTool(server, kind)) : []),
      ...[...prompts.keys()].map((name) => namePromptTool(server, name)),
      ...(completes ? [nameCompletionTool(server)] : [])
    ])
  )
