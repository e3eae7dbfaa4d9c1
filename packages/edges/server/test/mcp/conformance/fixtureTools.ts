import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type Tool
} from "@modelcontextprotocol/server"
import { png, wav } from "./media.ts"
import { states } from "./states.ts"

/** A tool that the conformance suite calls by its name. */
interface FixtureTool {
  readonly description: string
  readonly inputSchema?: Tool["inputSchema"]
  readonly run: (
    args: Readonly<Record<string, unknown>>,
    ctx: ServerContext
  ) => Promise<CallToolResult | InputRequiredResult> | CallToolResult | InputRequiredResult
}

const text = (text: string) => ({ type: "text", text }) as const
const said = (...content: CallToolResult["content"]): CallToolResult => ({ content })

type Form = ElicitRequestFormParams["requestedSchema"]

const ask = (message: string, requestedSchema: Form): InputRequest => inputRequired.elicit({ message, requestedSchema })

const fields = (properties: Form["properties"]): Form => ({
  type: "object",
  properties,
  required: Object.keys(properties)
})

const sample = (words: string, maxTokens = 100): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text(words) }], maxTokens })

/** A tool that asks its client until all of its questions are answered. */
const asking =
  (
    requests: (args: Readonly<Record<string, unknown>>, ctx: ServerContext) => Readonly<Record<string, InputRequest>>,
    {
      withState = false,
      says = JSON.stringify
    }: { readonly withState?: boolean; readonly says?: (told: unknown) => string } = {}
  ): FixtureTool["run"] =>
  async (args, ctx) => {
    const { inputResponses } = ctx.mcpReq
    const asked = { ...requests(args, ctx) }
    const isMissing = (name: string) => inputResponse(inputResponses, name).kind === "missing"
    if (!Object.keys(asked).some(isMissing)) return said(text(says(inputResponses)))
    return inputRequired({
      inputRequests: asked,
      ...(withState ? { requestState: await states.mint({ round: 1 }, ctx) } : {})
    })
  }

const userName = { user_name: ask("What is your name?", fields({ name: { type: "string" } })) }

const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities =>
  ((mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ??
    {}) as ClientCapabilities

const waited = () => new Promise((resolve) => setTimeout(resolve, 10))

const progress = async (ctx: ServerContext) => {
  const progressToken = ctx.mcpReq._meta?.progressToken
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined)
      await ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } })
    await waited()
  }
  return said(text(String(progressToken)))
}

const logs = async (ctx: ServerContext) => {
  for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await ctx.mcpReq.log("info", words)
    await waited()
  }
  return said(text("logged"))
}

const rounds = async (ctx: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
  const round = ctx.mcpReq.requestState<{ readonly round: number }>()?.round ?? 0
  const { inputResponses } = ctx.mcpReq
  if (round === 2 && acceptedContent(inputResponses, "step2") !== undefined) return said(text("done"))
  const hasName = round >= 1 && acceptedContent(inputResponses, "step1") !== undefined
  return inputRequired({
    inputRequests: hasName
      ? { step2: ask("Step 2: What is your favorite color?", fields({ color: { type: "string" } })) }
      : { step1: ask("Step 1: What is your name?", fields({ name: { type: "string" } })) },
    requestState: await states.mint({ round: hasName ? 2 : 1 }, ctx)
  })
}

const confirm = { confirm: ask("Please confirm", fields({ ok: { type: "boolean" } })) }

const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: words } }) as const

const image = { type: "image", data: png, mimeType: "image/png" } as const

const words = (name: string): Tool["inputSchema"] => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name]
})

const options = ["option1", "option2", "option3"]
const titled = ["First", "Second", "Third"].map((title, index) => ({ const: `value${index + 1}`, title }))

const defaults: Form = {
  type: "object",
  properties: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true }
  }
}

const choices: Form = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: options },
    titledSingle: { type: "string", oneOf: titled },
    legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
    untitledMulti: { type: "array", items: { type: "string", enum: options } },
    titledMulti: { type: "array", items: { anyOf: titled } }
  }
}

/** The tools of the suite, by name. The suite's scenarios describe their behaviour. */
const fixtureTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: {
    description: "Says one thing.",
    run: () => said(text("This is a simple text response for testing."))
  },
  test_image_content: { description: "Shows an image.", run: () => said(image) },
  test_audio_content: {
    description: "Plays a sound.",
    run: () => said({ type: "audio", data: wav, mimeType: "audio/wav" })
  },
  test_embedded_resource: {
    description: "Brings a resource with it.",
    run: () => said(resource("test://embedded-resource", "text/plain", "This is an embedded resource content."))
  },
  test_multiple_content_types: {
    description: "Brings several kinds of content.",
    run: () =>
      said(
        text("Multiple content types test:"),
        image,
        resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
      )
  },
  test_error_handling: {
    description: "Fails.",
    run: () => ({ ...said(text("This tool intentionally returns an error for testing")), isError: true })
  },
  test_tool_with_progress: { description: "Tells how far it is.", run: (_, ctx) => progress(ctx) },
  test_tool_with_logging: { description: "Logs while it runs.", run: (_, ctx) => logs(ctx) },
  test_logging_tool: { description: "Logs if its client wants to know.", run: (_, ctx) => logs(ctx) },
  test_streaming_elicitation: { description: "Asks nobody while it runs.", run: () => said(text("no requests")) },
  test_sampling: {
    description: "Asks its client's model.",
    inputSchema: words("prompt"),
    run: asking(({ prompt }) => ({ answer: sample(String(prompt)) }))
  },
  test_missing_capability: {
    description: "Needs a client with a model.",
    run: (_, ctx) => {
      if (capabilitiesOf(ctx).sampling === undefined)
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
      return said(text("The client has a model."))
    }
  },
  test_elicitation: {
    description: "Asks its client's user.",
    inputSchema: words("message"),
    run: asking(({ message }) => ({
      user: ask(String(message), fields({ username: { type: "string" }, email: { type: "string" } }))
    }))
  },
  test_elicitation_sep1034_defaults: {
    description: "Asks with values that are filled in.",
    run: asking(() => ({ form: ask("Look over your profile.", defaults) }))
  },
  test_elicitation_sep1330_enums: {
    description: "Asks for choices.",
    run: asking(() => ({ form: ask("Choose.", choices) }))
  },
  test_input_required_result_elicitation: { description: "Asks for a name.", run: asking(() => userName) },
  test_input_required_result_sampling: {
    description: "Asks its client's model about France.",
    run: asking(() => ({ capital_question: sample("What is the capital of France?") }))
  },
  test_input_required_result_list_roots: {
    description: "Asks for its client's folders.",
    run: asking(() => ({ client_roots: inputRequired.listRoots() }))
  },
  test_input_required_result_request_state: {
    description: "Asks, and remembers through its client.",
    run: asking(() => confirm, { withState: true, says: () => "state-ok" })
  },
  test_input_required_result_tampered_state: {
    description: "Asks, and refuses a memory that was changed.",
    run: asking(() => confirm, { withState: true })
  },
  test_input_required_result_multiple_inputs: {
    description: "Asks for three things at once.",
    run: asking(
      () => ({ ...userName, greeting: sample("Generate a greeting", 50), client_roots: inputRequired.listRoots() }),
      { withState: true }
    )
  },
  test_input_required_result_multi_round: { description: "Asks twice.", run: (_, ctx) => rounds(ctx) },
  test_input_required_result_capabilities: {
    description: "Asks for what its client can.",
    run: asking((_, ctx) => {
      const { sampling, elicitation } = capabilitiesOf(ctx)
      return {
        ...(sampling === undefined ? {} : { answer: sample("Say hello.") }),
        ...(elicitation === undefined ? {} : userName)
      }
    })
  },
  test_custom_headers: {
    description: "Has an argument that is also a header.",
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } }
    } as Tool["inputSchema"],
    run: ({ region }) => said(text(String(region)))
  },
  json_schema_2020_12_tool: {
    description: "Has a schema with many words.",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } }
        }
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" }
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false
    },
    run: (args) => said(text(JSON.stringify(args)))
  }
}

const noArguments: Tool["inputSchema"] = { type: "object" }

export const listTools = (): Array<Tool> =>
  Object.entries(fixtureTools).map(([name, { description, inputSchema = noArguments }]) => ({
    name,
    description,
    inputSchema
  }))

/** Calls a tool of the suite, or throws if it does not exist. */
export const callFixture = (
  {
    name,
    arguments: args = {}
  }: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> | undefined },
  ctx: ServerContext
) => {
  const tool = fixtureTools[name]
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
  return tool.run(args, ctx)
}
