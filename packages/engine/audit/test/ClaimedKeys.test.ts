import { expect, it } from "vitest"
import { ClaimedKeys } from "../src/claims/ClaimedKeys.ts"

const keyOf = (digest: string) => ({ digest, args: "a", claim: digest })
const answer = "x".repeat(1024 * 1024)

it("stores answers for a day, at most the latest 64 MiB, and keys for a day", () => {
  let now = 0
  const keys = new ClaimedKeys(() => now)
  for (let n = 0; n < 100; n++) {
    const key = keyOf(`${n}`)
    expect(keys.take(key)).toBeUndefined()
    keys.settle(key, { executed: "yes", key: answer })
  }
  const again = (n: number) => keys.take({ ...keyOf(`${n}`), claim: "another" })
  expect(again(0)).toEqual({ key: "done", outcome: undefined })
  expect(again(35)).toEqual({ key: "done", outcome: undefined })
  for (const n of [36, 99]) expect(again(n)).toEqual({ key: "done", outcome: answer })
  now = 24 * 60 * 60 * 1000 - 1
  expect(again(0)).toEqual({ key: "done", outcome: undefined })
  now += 1
  expect(again(0)).toBeUndefined()
  expect(again(99)).toBeUndefined()
})

it("never forgets a key that is in use or has an unknown outcome", () => {
  let now = 0
  const keys = new ClaimedKeys(() => now)
  keys.take(keyOf("held"))
  keys.take(keyOf("unknown"))
  keys.settle(keyOf("unknown"), { executed: "unknown" })
  now = Number.MAX_SAFE_INTEGER
  expect(keys.take({ ...keyOf("held"), claim: "another" })).toEqual({ key: "held" })
  expect(keys.take({ ...keyOf("unknown"), claim: "another" })).toEqual({ key: "unknown" })
})
