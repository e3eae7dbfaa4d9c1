import { SessionStore, StoreUnavailable, TokenStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { createMemoryStore, openTestServer } from "./openTestServer.ts"

/** Makes a store whose every answer fails while it is away. */
const createLeavingStore = async () => {
  let isAway = false
  const fail = Effect.fail(new StoreUnavailable({ message: "The store is read-only.", cause: undefined }))
  const leave = <Service extends object>(service: Service): Service =>
    new Proxy(service, {
      get: (target, name) => {
        const member = Reflect.get(target, name)
        if (Effect.isEffect(member)) return Effect.suspend(() => (isAway ? fail : member))
        if (typeof member !== "function" || name === "listen") return member
        return (...given: ReadonlyArray<unknown>) =>
          Effect.suspend(() => (isAway ? fail : Reflect.apply(member, target, given)))
      }
    })
  const { tokens, sessions, key } = await createMemoryStore()
  return {
    store: { tokens: leave(TokenStore.of(tokens)), sessions: leave(SessionStore.of(sessions)), key },
    setAway: (away: boolean) => {
      isAway = away
    }
  }
}

it("answers 503 while the store is away, and goes on when it is back", async () => {
  const { store, setAway } = await createLeavingStore()
  const { addToken, askWith } = await openTestServer({ store, signIn: true })
  const { ask } = await addToken({ name: "builder" })
  const session = (await ask("POST", "/v1/sessions", {})).body.id
  setAway(true)
  const unknown = askWith(`tg_${"x".repeat(43)}`)
  const refused = await Promise.all([
    unknown("GET", "/v1/sessions"),
    ask("POST", "/v1/sessions", {}),
    ask("GET", "/v1/sessions"),
    ask("DELETE", `/v1/sessions/${session}`)
  ])
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  for (const { body, headers } of refused) {
    expect(body.type).toBe("urn:toolgate:unavailable")
    expect(headers.get("retry-after")).toBe("1")
    expect(JSON.stringify(body)).not.toMatch(/\.ts|node:|at \w+ \(/)
  }
  expect((await askWith(undefined)("GET", "/health")).status).toBe(200)
  setAway(false)
  const made = await ask("POST", `/v1/sessions/${session}/calls`, { tool: "say", args: { text: "hello" } })
  expect([made.status, made.body.success]).toEqual([200, true])
  expect((await ask("DELETE", `/v1/sessions/${session}`)).status).toBe(200)
})
