import * as Chat from "effect/ai/Chat"
import type * as Prompt from "effect/ai/Prompt"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { createTools } from "../../src/effect-toolkit.ts"
import type { Run, RunEnd } from "../contract/Framework.ts"
import { testAdapter } from "../testAdapter.ts"
import { createModel, getAnswers } from "./fakeModel.ts"

const run = async ({ session, turns, options, signal }: Run): Promise<RunEnd> => {
  const prompts: Array<Prompt.Prompt> = []
  const deltas: Array<string> = []
  let text: string | undefined
  const toolkit = createTools(session, options)
  const program = Effect.gen(function* () {
    const chat = yield* Chat.empty
    for (const at of Array(turns.length + 1).keys())
      yield* Stream.runForEach(chat.streamText({ prompt: at === 0 ? "go" : [], toolkit }), (part) =>
        Effect.sync(() => {
          if (part.type === "tool-result" && part.preliminary) deltas.push(String(part.result))
          if (part.type === "text-delta") text = part.delta
        })
      )
  })
  const exit = await Effect.runPromiseExit(
    Effect.provide(program, createModel(turns, prompts)),
    signal === undefined ? {} : { signal }
  )
  if (exit._tag === "Failure" && signal?.aborted !== true) throw new Error(String(exit.cause))
  return { told: getAnswers(prompts.at(-1)), text, deltas }
}

testAdapter("Effect Toolkit", {
  run,
  denial: "error",
  failure: "error",
  takesFiles: true,
  streams: true,
  validatesFirst: false,
  onUnknownTool: "gives up"
})
