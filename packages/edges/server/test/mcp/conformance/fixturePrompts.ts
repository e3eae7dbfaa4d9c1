import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext
} from "@modelcontextprotocol/server"
import { png } from "./media.ts"

const text = (text: string) => ({ type: "text", text }) as const

const of = (...content: ReadonlyArray<GetPromptResult["messages"][number]["content"]>): GetPromptResult => ({
  messages: content.map((block) => ({ role: "user", content: block }))
})

const wanted = (...names: ReadonlyArray<string>) => names.map((name) => ({ name, description: name, required: true }))

interface FixturePrompt extends Omit<Prompt, "name"> {
  readonly get: (args: Readonly<Record<string, string>>, ctx: ServerContext) => GetPromptResult | InputRequiredResult
}

const prompts: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { description: "One text.", get: () => of(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    description: "A text with two arguments.",
    arguments: wanted("arg1", "arg2"),
    get: ({ arg1, arg2 }) => of(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))
  },
  test_prompt_with_embedded_resource: {
    description: "A resource and a text.",
    arguments: wanted("resourceUri"),
    get: ({ resourceUri = "" }) =>
      of(
        {
          type: "resource",
          resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." }
        },
        text("Please process the embedded resource above.")
      )
  },
  test_prompt_with_image: {
    description: "An image and a text.",
    get: () => of({ type: "image", data: png, mimeType: "image/png" }, text("Please analyze the image above."))
  },
  test_input_required_result_prompt: {
    description: "Asks what it is about.",
    get: (_, { mcpReq }) => {
      const told = acceptedContent<{ readonly context: string }>(mcpReq.inputResponses, "user_context")
      if (told !== undefined) return of(text(`Context: ${told.context}`))
      const asked = inputRequired.elicit({
        message: "What context should the prompt use?",
        requestedSchema: { type: "object", properties: { context: { type: "string" } }, required: ["context"] }
      })
      return inputRequired({ inputRequests: { user_context: asked } })
    }
  }
}

export const listPrompts = (): Array<Prompt> =>
  Object.entries(prompts).map(([name, { get: _, ...prompt }]) => ({ name, ...prompt }))

/** Returns a prompt, or throws if it does not exist. */
export const getPrompt = (
  {
    name,
    arguments: args = {}
  }: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> | undefined },
  ctx: ServerContext
) => {
  const prompt = prompts[name]
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`)
  return prompt.get(args, ctx)
}
