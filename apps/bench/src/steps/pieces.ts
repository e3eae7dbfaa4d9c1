import * as Effect from "effect/Effect"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case } from "../Case.ts"

/** Returns the cases of work that every call needs and that no service of the gate isolates, measured alone. */
export const pieces = (): ReadonlyArray<Case> => {
  let last = 0
  const flights = new Map<string, object>()
  const answer = Effect.succeed(1)
  const hook = () => Effect.suspend(() => answer).pipe(Effect.catchCause((cause) => Effect.die(cause)))
  const hooked = Effect.fnUntraced(function* (times: number) {
    let right = 0
    for (let at = 0; at < times; at++) right += yield* hook()
    return right
  })
  return [
    {
      name: "piece: a promise made, resolved and awaited",
      run: async (times) => {
        let right = 0
        for (let at = 0; at < times; at++)
          right += await new Promise<number>((resolve) => {
            resolve(1)
          })
        assertAllRight(right, times)
      }
    },
    {
      name: "piece: a fiber that is done at once",
      run: async (times) => {
        let right = 0
        for (let at = 0; at < times; at++) if (Effect.runFork(answer).pollUnsafe() !== undefined) right++
        assertAllRight(right, times)
      }
    },
    {
      name: "piece: a fresh id, put into a Map and taken out",
      run: async (times) => {
        let right = 0
        for (let at = 0; at < times; at++) {
          const id = `call_${++last}`
          if (!flights.has(id)) flights.set(id, answer)
          if (flights.delete(id)) right++
        }
        assertAllRight(right, times)
      }
    },
    {
      name: "piece: one look at the clock",
      run: async (times) => {
        let right = 0
        for (let at = 0; at < times; at++) if (performance.now() > 0) right++
        assertAllRight(right, times)
      }
    },
    {
      name: "piece: a suspended answer with its cause caught, as around each hook",
      run: async (times) => assertAllRight(await Effect.runPromise(hooked(times)), times)
    }
  ]
}
