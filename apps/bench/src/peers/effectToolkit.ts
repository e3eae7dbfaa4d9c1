import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { assertAllRight } from "../assertAllRight.ts"
import { text } from "../echo.ts"
import type { Peer } from "./Peer.ts"

/** Returns the peer with Effect's own toolkit. All calls run in one fiber, and each answer is read from its stream. */
export const effectToolkit = async (): Promise<Peer> => {
  const echo = Tool.make("echo", { parameters: Schema.Struct({ text: Schema.String }), success: Schema.String })
  const toolkit = Toolkit.make(echo)
  const layer = toolkit.toLayer({ echo: (args) => Effect.promise(async () => args.text) })
  const handlers = await Effect.runPromise(Effect.provide(toolkit, layer))
  const calls = Effect.fnUntraced(function* (times: number) {
    let right = 0
    for (let call = 0; call < times; call++) {
      const results = yield* Effect.flatMap(handlers.handle("echo", { text }), Stream.runCollect)
      if (results.at(-1)?.result === text) right++
    }
    return right
  })
  return {
    run: async (times) => assertAllRight(await Effect.runPromise(calls(times)), times)
  }
}
