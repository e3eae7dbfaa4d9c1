import { AIMessage, type ToolMessage } from "@langchain/core/messages"
import { tool } from "@langchain/core/tools"
import { ToolNode } from "@langchain/langgraph/prebuilt"
import { createTools } from "@toolgate/adapters/langchain"
import type { Session } from "toolgate"
import { text } from "../echo.ts"
import { echoSchema } from "./echoSchema.ts"
import type { FrameworkTurns } from "./FrameworkTurns.ts"

const call = { type: "tool_call" as const, id: "1", name: "echo", args: { text } }

const turnOf = (tools: ConstructorParameters<typeof ToolNode>[0]) => {
  const node = new ToolNode(tools)
  return async () => {
    const messages = [new AIMessage({ content: "", tool_calls: [call] })]
    const answered = await node.invoke({ messages })
    return (answered as { readonly messages: ReadonlyArray<ToolMessage> }).messages[0]?.text
  }
}

/** Returns calls of the node that runs a graph's tools, without a model. */
export const langGraph = (session: Session): FrameworkTurns => {
  const { description, inputSchema: schema } = echoSchema
  return {
    own: turnOf([tool(async (args: { readonly text: string }) => args.text, { name: "echo", description, schema })]),
    gated: turnOf(createTools(session))
  }
}
