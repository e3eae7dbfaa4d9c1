import { createTools } from "@toolgate/adapters/effect-toolkit"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Session } from "toolgate"
import { text } from "../echo.ts"
import { echoSchema } from "./echoSchema.ts"
import type { FrameworkTurns } from "./FrameworkTurns.ts"

const call = { type: "tool-call", id: "1", name: "echo", params: { text } } as const

const model = LanguageModel.make({ generateText: () => Effect.succeed([call]), streamText: () => Stream.empty })

const echo = Tool.make("echo", {
  description: echoSchema.description,
  parameters: Schema.Struct({ text: Schema.String }),
  success: Schema.String
})

const own = Toolkit.make(echo)

const handled = Effect.provide(own, own.toLayer({ echo: ({ text }) => Effect.succeed(text) }))

const turnOf = (results: Effect.Effect<ReadonlyArray<unknown>, unknown, LanguageModel.LanguageModel>) => {
  const turn = Effect.provideServiceEffect(results, LanguageModel.LanguageModel, model)
  return async () => (await Effect.runPromise(turn))[0]
}

/** Returns turns of an Effect language model, which end with the results of its calls. */
export const effectToolkit = (session: Session): FrameworkTurns => {
  const gated = LanguageModel.generateText({ prompt: "go", toolkit: createTools(session) })
  const bare = LanguageModel.generateText({ prompt: "go", toolkit: handled })
  return {
    own: turnOf(Effect.map(bare, ({ toolResults }) => toolResults.map(({ result }) => result))),
    gated: turnOf(Effect.map(gated, ({ toolResults }) => toolResults.map(({ result }) => result)))
  }
}
