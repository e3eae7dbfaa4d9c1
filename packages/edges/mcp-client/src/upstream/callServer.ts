import { type Args, type ResourceDeclaration, type ToolOutput, toolOutput } from "@toolgate/core"
import type { Connection } from "./Connection.ts"
import { errorText, exchange, type ServedCall } from "./exchange.ts"
import { handedArguments } from "./handedArguments.ts"
import type { ListedTool } from "./listedTool.ts"
import { resultOutput } from "./resultOutput.ts"

/** A call of a server's tool. */
export interface ServerCall extends ServedCall {
  readonly listed: ListedTool
  readonly resources: ReadonlyArray<ResourceDeclaration>
  readonly args: Args
  /** Returns the address under which a resource that the server names is found again. */
  readonly addressOf: (uri: string) => string
}

/** Makes a call. What the server answers is the tool's, a failure included. */
export const callServer = async (connection: Connection, call: ServerCall): Promise<ToolOutput> => {
  const { listed, context, addressOf } = call
  const handed = await handedArguments(call.args, call.resources, context)
  const { kind, sdk, client, redaction } = connection
  // Without the schema of results, which the gate checks itself: a server's patterns may take for ever elsewhere. The schema of
  // arguments says which of them are headers as well, and is searched for them at each call.
  const inputSchema = kind === "http" ? (listed.inputSchema as { type: "object" }) : ({ type: "object" } as const)
  try {
    const result = await exchange(connection, call, listed.name, (more, options) =>
      client.callTool(
        {
          name: listed.name,
          arguments: handed,
          _meta: { "toolgate/idempotencyKey": context.idempotencyKey },
          ...more
        },
        { ...options, toolDefinition: { name: listed.name, inputSchema } }
      )
    )
    return resultOutput(result, listed.outputSchema !== undefined, { redaction, addressOf })
  } catch (cause) {
    if (context.signal.aborted || !(cause instanceof sdk.ProtocolError)) throw cause
    return toolOutput({ text: errorText(connection, cause), success: false })
  }
}
