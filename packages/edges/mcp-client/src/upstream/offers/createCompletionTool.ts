import type { CompleteRequest } from "@modelcontextprotocol/client"
import { type JsonObject, type ToolOutput, toolOutput } from "@toolgate/core"
import type { Connection } from "../Connection.ts"
import { getErrorText, sendRequest } from "../sendRequest.ts"
import type { OfferTool } from "./createOfferTool.ts"
import { nameCompletionTool } from "./ServerOffers.ts"

/**
 * Returns the tool that completes values of a server's prompts and addresses. It sends the user's partial input to the
 * server.
 */
export const createCompletionTool = (server: string): OfferTool => ({
  name: nameCompletionTool(server),
  description: `Completes a value for a prompt or an address of the MCP server "${server}".`,
  parameters: {
    type: "object",
    properties: {
      ref: {
        type: "object",
        properties: { type: { enum: ["ref/prompt", "ref/resource"] }, name: text, uri: text },
        required: ["type"],
        additionalProperties: false
      },
      argument: {
        type: "object",
        properties: { name: text, value: text },
        required: ["name", "value"],
        additionalProperties: false
      },
      context: {
        type: "object",
        properties: { arguments: { type: "object", additionalProperties: text } },
        additionalProperties: false
      }
    },
    required: ["ref", "argument"],
    additionalProperties: false
  },
  use: complete
})

const complete = async (
  connection: Connection,
  call: Parameters<OfferTool["use"]>[1],
  args: JsonObject
): Promise<ToolOutput> => {
  const { sdk, client, redaction } = connection
  try {
    const { completion } = await sendRequest(connection, call, "completion/complete", (more, options) =>
      client.complete({ ...(args as unknown as CompleteRequest["params"]), ...more }, options)
    )
    const { values, total, hasMore } = completion
    return toolOutput({
      value: {
        values: values.slice(0, mostValues).map((value) => redaction.text(value).slice(0, longestValue)),
        ...(total === undefined ? {} : { total }),
        ...(hasMore === undefined ? {} : { hasMore })
      }
    })
  } catch (cause) {
    if (call.context.signal.aborted || !(cause instanceof sdk.ProtocolError)) throw cause
    return toolOutput({ text: getErrorText(connection, cause), success: false })
  }
}

const text = { type: "string", maxLength: 4_096 }

/** The limit of the protocol for the number of values, and ours for their length. */
const mostValues = 100
const longestValue = 1_000
