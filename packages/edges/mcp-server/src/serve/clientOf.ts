import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext
} from "@modelcontextprotocol/server"

/** The facts that a client tells about itself. They choose how it is answered, and never what it may do. */
export interface ClientFacts {
  /** Whether the client speaks the revision 2026-07-28 or a later one, which tells these facts with each request. */
  readonly isModern: boolean
  readonly name: string | undefined
  readonly asks: { readonly form: boolean; readonly url: boolean; readonly prompt: boolean }
}

/** Returns the facts about the client of a request. */
export const clientOf = (server: Server, { mcpReq }: ServerContext): ClientFacts => {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const capabilities = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as
    | ClientCapabilities
    | undefined
  const info = (envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion()) as
    | { readonly name?: unknown }
    | undefined
  const elicitation = capabilities?.elicitation
  return {
    isModern: envelope !== undefined,
    name: typeof info?.name === "string" ? info.name : undefined,
    asks: {
      // A client of before there were addresses says no more than that it elicits.
      form: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
      url: elicitation?.url !== undefined,
      prompt: capabilities?.sampling !== undefined
    }
  }
}
