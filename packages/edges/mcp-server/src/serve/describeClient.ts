import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext
} from "@modelcontextprotocol/server"

/** A description of a client by itself. It affects the form of answers, never permissions. */
export interface ClientFacts {
  /** Whether the client uses revision 2026-07-28 or later, which sends these facts with each request. */
  readonly isModern: boolean
  readonly name: string | undefined
  readonly asks: { readonly form: boolean; readonly url: boolean; readonly prompt: boolean }
}

export const describeClient = (server: Server, { mcpReq }: ServerContext): ClientFacts => {
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
      // Older clients declare elicitation without a mode, which means forms.
      form: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
      url: elicitation?.url !== undefined,
      prompt: capabilities?.sampling !== undefined
    }
  }
}
