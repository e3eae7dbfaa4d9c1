// An Effect language model with a gate's tools.
import { createTools } from "@toolgate/adapters/effect-toolkit"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { builtins, createToolgate } from "toolgate"
import { createFolder } from "./parts/createFolder.ts"

const read = { type: "tool-call", id: "1", name: "read_file", params: { path: "greeting.txt" } } as const
const model = LanguageModel.make({ generateText: () => Effect.succeed([read]), streamText: () => Stream.empty })
await using gate = await createToolgate({
  workspace: await createFolder({ "greeting.txt": "Hello." }),
  policy: "default",
  tools: builtins()
})
const toolkit = createTools(gate, { session: "alice" })
const answer = LanguageModel.generateText({ prompt: "What does greeting.txt say?", toolkit })
const { toolResults } = await Effect.runPromise(Effect.provideServiceEffect(answer, LanguageModel.LanguageModel, model))
console.log(toolResults.map(({ name, result }) => `${name}: ${result}`))
