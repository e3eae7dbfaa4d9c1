import { Api } from "@toolgate/server/api"
import * as OpenApi from "effect/http-api/OpenApi"
import { expect, it } from "vitest"
import { createClient } from "../src/index.ts"

/**
 * Operations without a method: the other address of `confirmations.confirm`, the WebSocket of runners, the text for
 * Prometheus, and the sign-in of browsers.
 */
const exceptions = [
  "POST /sessions/{session}/turns/{turn}/confirmations/{request}",
  "GET /v1/runner",
  "GET /metrics",
  "POST /v1/sign-in",
  "GET /v1/token",
  "POST /v1/sign-out"
]

it("has a method for each operation of the server's document, and no other", async () => {
  const { paths } = OpenApi.fromApi(Api)
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`)
  )
  expect(documented.length).toBeGreaterThan(20)
  const sent = new Set<string>()
  const client = createClient({
    url: "http://server",
    token: "t",
    fetch: async (url, { method }) => {
      const { pathname } = new URL(url)
      sent.add(`${method} ${pathname.replaceAll(/in%3A(\w+)/g, "{$1}")}`)
      return pathname.endsWith("events")
        ? new Response("", { headers: { "content-type": "text/event-stream" } })
        : Response.json({ items: [] })
    }
  })
  const session = client.sessions.use("in:session")
  const { sessions, approvals, artifacts, record, policy, pins, health } = client
  await Promise.all([
    sessions.open(),
    sessions.list(),
    session.inspect(),
    session.call({ tool: "a" }),
    session.batch({ calls: [] }),
    session.turn({ calls: [] }),
    session.script({ code: "a" }),
    session.judge({ tool: "a" }),
    session.findCall("in:call"),
    session.cancelCall("in:call"),
    session.cancelTurn("in:turn"),
    session.cancel(),
    session.tools(),
    session.declare("in:provider" as never),
    session.confirm("in:turn", "in:request", { decision: "deny" }),
    session.events(),
    session.end(),
    approvals.list(),
    approvals.show("in:approval"),
    approvals.decide("in:approval", { decision: "deny" }),
    approvals.decideMany([]),
    approvals.history("in:approval"),
    approvals.withdraw("in:approval"),
    approvals.resume("in:approval"),
    session.artifacts.list(),
    session.artifacts.get("in:ref"),
    session.artifacts.remove("in:ref"),
    artifacts.list(),
    artifacts.get({ ref: "in:ref", session: "a", principal: "b" }),
    record.list(),
    record.listInDoubt(),
    record.verify(),
    record.findVerification("in:verification"),
    policy.explain({ tool: "a" }),
    policy.judge({ tool: "a" }),
    policy.lint(),
    policy.test(),
    policy.reload(),
    pins.list(),
    pins.show("in:tool"),
    pins.approve("in:tool", "a"),
    pins.revoke("in:tool"),
    health.live(),
    health.ready()
  ])
  expect([...sent].toSorted()).toEqual(documented.filter((one) => !exceptions.includes(one)).toSorted())
})
