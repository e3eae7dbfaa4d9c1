import { type JsonObject, quoted, type ToolOutput, ToolValidationError, toolOutput } from "@toolgate/core"
import type { McpServerEntry } from "../../config/McpConfig.ts"
import type { Connection } from "../Connection.ts"
import { getServerOwner } from "../getServerOwner.ts"
import { getErrorText, sendRequest } from "../sendRequest.ts"
import { toBlock } from "../toOutput.ts"
import type { OfferTool } from "./createOfferTool.ts"
import type { ListedPrompt } from "./ServerOffers.ts"

/**
 * Returns the tool that gets a prompt. Its definition comes from the server and is pinned, because the text of a prompt
 * reaches the model as the user's own words.
 */
export const createPromptTool = (entry: McpServerEntry, listed: ListedPrompt, name: string): OfferTool => ({
  name,
  owner: getServerOwner(entry),
  ...(listed.title === undefined ? {} : { title: listed.title }),
  description: listed.description?.trim() ? listed.description : `The prompt ${quoted(listed.name, 128)}.`,
  parameters: {
    type: "object",
    properties: Object.fromEntries(
      listed.arguments.map(({ name: argument, title, description }) => [
        argument,
        {
          type: "string",
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description })
        }
      ])
    ),
    required: listed.arguments.flatMap((argument) => (argument.required ? [argument.name] : [])),
    additionalProperties: false
  },
  use: (connection, call, args) => get(connection, call, args, listed.name)
})

/** The facts that a prompt's blocks do not contain: the role of each block, and the description. */
export interface PromptFacts extends JsonObject {
  readonly roles: ReadonlyArray<"user" | "assistant">
}

const get = async (
  connection: Connection,
  call: Parameters<OfferTool["use"]>[1],
  args: JsonObject,
  prompt: string
): Promise<ToolOutput> => {
  const { sdk, client, redaction } = connection
  try {
    const { messages, description } = await sendRequest(connection, call, prompt, (more, options) =>
      client.getPrompt({ name: prompt, arguments: args as Record<string, string>, ...more }, options)
    )
    const metadata: PromptFacts = {
      roles: messages.map(({ role }) => role),
      ...(description === undefined ? {} : { description: redaction.text(description) })
    }
    const said = { redaction, addressOf: call.addressOf }
    return toolOutput({ content: messages.map(({ content }) => toBlock(content, said)), metadata })
  } catch (cause) {
    if (call.context.signal.aborted || !(cause instanceof sdk.ProtocolError)) throw cause
    const message = getErrorText(connection, cause)
    if (cause.code === sdk.ProtocolErrorCode.InvalidParams) throw new ToolValidationError({ message, cause })
    return toolOutput({ text: message, success: false })
  }
}
