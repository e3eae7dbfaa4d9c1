import { type Args, type ResourceDeclaration, type ToolOutput, toolOutput } from "@toolgate/core"
import type { Connection } from "./Connection.ts"
import type { ListedTool } from "./listedTool.ts"
import { resolveArguments } from "./resolveArguments.ts"
import { getErrorText, type ServedCall, sendRequest } from "./sendRequest.ts"
import { toOutput } from "./toOutput.ts"

export interface ServerCall extends ServedCall {
  readonly listed: ListedTool
  readonly resources: ReadonlyArray<ResourceDeclaration>
  readonly args: Args
  /** Returns the gate's address for a resource that the server names. */
  readonly addressOf: (uri: string) => string
}

/** Calls a tool of a server. A failure that the server reports is the tool's result. */
export const callServer = async (connection: Connection, call: ServerCall): Promise<ToolOutput> => {
  const { listed, context, addressOf } = call
  const handed = await resolveArguments(call.args, call.resources, context)
  const { kind, sdk, client, redaction } = connection
  // Leaves the schema of results out: the gate checks results itself, and a hostile pattern could block the SDK's
  // check. The schema of arguments is needed to find the arguments that are sent as headers.
  const inputSchema = kind === "http" ? (listed.inputSchema as { type: "object" }) : ({ type: "object" } as const)
  try {
    const result = await sendRequest(connection, call, listed.name, (more, options) =>
      client.callTool(
        {
          name: listed.name,
          arguments: handed,
          _meta: {
            "toolgate/idempotencyKey": context.idempotencyKey,
            ...(context.traceparent === undefined ? {} : { traceparent: context.traceparent })
          },
          ...more
        },
        { ...options, toolDefinition: { name: listed.name, inputSchema } }
      )
    )
    return toOutput(result, listed.outputSchema !== undefined, { redaction, addressOf })
  } catch (cause) {
    if (context.signal.aborted || !(cause instanceof sdk.ProtocolError)) throw cause
    return toolOutput({ text: getErrorText(connection, cause), success: false })
  }
}
