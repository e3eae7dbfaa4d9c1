import * as Effect from "effect/Effect"
import type { Exit } from "effect/Exit"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case } from "../Case.ts"
import { text } from "../echo.ts"

/** Returns the case of a bare lifecycle without a gate: a fiber, seven empty steps, a callback, a promise. */
export const floor = (handler: "async" | "sync"): Case => {
  const execute: () => string | Promise<string> = handler === "async" ? async () => text : () => text
  const step = Effect.succeed(text)
  const line = Effect.fnUntraced(function* (asked: string) {
    let seen = asked
    seen = yield* step
    seen = yield* step
    seen = yield* step
    seen = yield* step
    seen = yield* step
    seen = yield* step
    return yield* Effect.callback<string>((resume) => {
      const returned = execute()
      if (typeof returned === "string") resume(Effect.succeed(returned))
      else returned.then((value) => resume(Effect.succeed(seen === value ? value : "")))
    })
  })
  const call = () =>
    new Promise<string>((resolve) => {
      const fiber = Effect.runFork(line(text))
      const done = (exit: Exit<string>) => resolve(exit._tag === "Success" ? exit.value : "")
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) done(exit)
      else fiber.addObserver(done)
    })
  return {
    name: `floor, ${handler} handler`,
    run: async (times) => {
      let right = 0
      for (let at = 0; at < times; at++) if ((await call()) === text) right++
      assertAllRight(right, times)
    }
  }
}
