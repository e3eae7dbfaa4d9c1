import type { HttpAnswer } from "@toolgate/catalogue/http-requests"
import { quoted, ToolExecutionError } from "@toolgate/core"
import type { WebClient } from "./client/WebClient.ts"
import type { WebContext, WebRequest } from "./client/WebRequest.ts"

/** Fetches from a tool's fixed service. A redirect to another host fails, because no argument could name that host. */
export const fetchFromService = async (
  client: WebClient,
  request: WebRequest,
  context: WebContext
): Promise<HttpAnswer> => {
  const { answer, elsewhere, url } = await client.fetch(request, context)
  if (elsewhere === undefined) return answer
  throw new ToolExecutionError({
    message: `${quoted(url.host, 300)} leads to ${quoted(elsewhere.to.href, 1000)}, which is not the service that this tool asks.`
  })
}
