import { defineTool, ToolValidationError } from "@toolgate/core"
import { Type } from "typebox"
import { headersSchema, parseHeaders } from "../client/headers.ts"
import type { WebClient } from "../client/WebClient.ts"
import { longestUrl, reaches } from "../reaches.ts"
import { answerSchema, toHttpOutput } from "../toHttpOutput.ts"

/** Returns the tool that posts to a URL. */
export const createHttpPost = (client: WebClient) =>
  defineTool({
    ...reaches,
    name: "http_post",
    description:
      "Sends a body to a URL by HTTP POST, once, and returns the answer as it is: its status, headers and body. If there is no answer, it is unknown whether the request took effect: check before you repeat it. A redirect to another host is returned, and not followed.",
    parameters: Type.Object(
      {
        url: Type.String({ minLength: 1, maxLength: longestUrl, description: "An http or https URL." }),
        body: Type.String({ maxLength: 4 * 1024 * 1024, description: "The body as it is sent, such as a JSON text." }),
        content_type: Type.Optional(Type.String({ maxLength: 256, description: "Default: application/json." })),
        headers: Type.Optional(headersSchema)
      },
      { additionalProperties: false }
    ),
    output: answerSchema,
    sideEffects: "NETWORK",
    risk: "MEDIUM",
    resources: [{ kind: "url", arg: "/url" }],
    examples: [
      {
        description: "A server on this machine: only public addresses are reached.",
        args: { url: "http://localhost:8080/orders", body: '{"tea":2}' },
        expect: { error: "permission_denied" }
      }
    ],
    execute: async ({ url, body, content_type: type = "application/json", headers }, context) => {
      if (!mediaType.test(type)) {
        const message =
          'The request was not sent, because "content_type" is not a media type such as "application/json".'
        throw new ToolValidationError({ message, validationErrors: [message], executed: "no" })
      }
      const sent = { ...parseHeaders(headers), "Content-Type": type }
      const mostBytes = 1024 * 1024
      return toHttpOutput(
        await client.fetch({ method: "POST", url: new URL(url), headers: sent, body, mostBytes }, context)
      )
    }
  })

const token = "[!#$%&'*+.^`|~\\w-]+"
const mediaType = new RegExp(`^${token}/${token}(?:\\s*;\\s*${token}=(?:${token}|"[\\x20-\\x21\\x23-\\x7e]*"))*$`)
