import type { ToolDefinition } from "@toolgate/core"
import { anthropic, gemini, openAiChat, openAiResponses } from "@toolgate/providers"
import { encode, ToolDefinition as ToolDefinitionForm } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as Schema from "effect/Schema"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { BadRequest } from "../api/problems.ts"
import type { Provider } from "../api/tools.ts"
import type { Sessions } from "../sessions/Sessions.ts"

/** Answers the requests for the tools of a session. */
export const toolHandlers = (sessions: Sessions) => {
  const find = (id: string) => Effect.flatMap(CurrentToken, (token) => sessions.find(token, id))
  return HttpApiBuilder.group(ServedApi, "tools", (group) =>
    group.handleAll({
      list: ({ params }) =>
        Effect.map(find(params.session), ({ session }) => ({
          tools: session.tools.list().map((tool) => encode(ToolDefinitionForm, tool))
        })),
      declare: ({ params }) =>
        Effect.gen(function* () {
          const { session } = yield* find(params.session)
          const tools = yield* Effect.promise(() => session.tools.declarable())
          return yield* Effect.try({
            try: () => ({ tools: declare(params.provider, tools) }),
            catch: (cause) => BadRequest.problem(cause instanceof Error ? cause.message : String(cause), {})
          })
        })
    })
  )
}

const declare = (provider: typeof Provider.Type, tools: ReadonlyArray<ToolDefinition>): Schema.Json =>
  formats[provider].declare(tools).declarations as ReadonlyArray<object> as Schema.Json

const formats = { anthropic, gemini, "openai-chat": openAiChat, "openai-responses": openAiResponses }
