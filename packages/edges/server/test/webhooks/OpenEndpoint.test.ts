import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"
import { OpenEndpoint } from "../../src/webhooks/OpenEndpoint.ts"
import type { WebhookEvent } from "../../src/webhooks/WebhookEndpoint.ts"
import { secret } from "./startReceiver.ts"

const url = "https://chat.example/hook?room=1"
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString("base64")}`

it("signs as the reference library verifies", () => {
  const body = '{"type":"approval.requested"}'
  const headers = new OpenEndpoint({ url, secret }).sign("msg_1", body, new Date())
  expect(new Webhook(secret).verify(body, headers)).toEqual({ type: "approval.requested" })
  expect(() => new Webhook(otherSecret).verify(body, headers)).toThrow("No matching signature")
})

it("opens a sealed message only for the same id, URL and secret", () => {
  const endpoint = new OpenEndpoint({ url, secret })
  const { sealed } = endpoint.seal("msg_1", "the body", 1)
  expect(sealed).not.toContain("body")
  expect(endpoint.open({ id: "msg_1", sealed })).toBe("the body")
  expect(endpoint.open({ id: "msg_2", sealed })).toBe(undefined)
  expect(endpoint.open({ id: "msg_1", sealed: "" })).toBe(undefined)
  expect(new OpenEndpoint({ url: `${url}1`, secret }).open({ id: "msg_1", sealed })).toBe(undefined)
  expect(new OpenEndpoint({ url, secret: otherSecret }).open({ id: "msg_1", sealed })).toBe(undefined)
})

it.each([
  ["", "A webhook needs a URL with https."],
  ["ftp://chat.example/", "A webhook needs a URL with https."],
  ["http://chat.example/hook", 'The webhook for http://chat.example needs https. Only "allowPrivate" permits http.'],
  ["https://ada:pw@chat.example/", "The URL of the webhook for chat.example must not contain a name or a password."]
])("refuses the URL %j", (given, message) => {
  expect(() => new OpenEndpoint({ url: given, secret })).toThrow(new TypeError(message))
})

it.each([
  "",
  "hunter22",
  "whsec_",
  "whsec_c2hvcnQ=",
  `${secret}!`,
  secret.slice(6),
  `whsec_${Buffer.alloc(65).toString("base64")}`
])("refuses the secret %j, and does not repeat it", (given) => {
  const message = 'The secret of the webhook for https://chat.example must be "whsec_" and 24 to 64 bytes in base64.'
  expect(() => new OpenEndpoint({ url, secret: given })).toThrow(new TypeError(message))
})

it("refuses an unknown event", () => {
  const events = ["call.allowed" as WebhookEvent]
  expect(() => new OpenEndpoint({ url, secret, events })).toThrow('has the unknown event "call.allowed"')
})
