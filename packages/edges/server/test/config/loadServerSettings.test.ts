import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { parseServerSettings } from "../../src/settings.ts"

const read = (text: string) => Effect.runPromise(parseServerSettings(text, "server.yaml", "/home/ada"))
const findFaults = (text: string) =>
  Effect.runPromise(Effect.flip(parseServerSettings(text, "server.yaml", "/home/ada"))).then(({ message }) => message)

it("reads webhooks, whose secrets stay references", async () => {
  const text = `
publicUrl: "https://gate.example.com/toolgate"
webhooks:
  - { url: "https://chat.example.com/hook", secret: "\${env:CHAT}" }
  - { url: "http://10.0.0.7/hook", secret: "\${file:~/hook}", events: [call.denied], allowPrivate: true }
`
  expect(await read(text)).toEqual({
    hosts: [],
    origins: [],
    limits: {},
    publicUrl: "https://gate.example.com/toolgate",
    webhooks: [
      { url: "https://chat.example.com/hook", secret: `\${env:CHAT}`, allowPrivate: false },
      { url: "http://10.0.0.7/hook", secret: `\${file:~/hook}`, allowPrivate: true, events: ["call.denied"] }
    ]
  })
})

it.each([
  [
    'webhooks: [{ url: "https://a.example/h", secret: whsec_c2VjcmV0 }]',
    /^server\.yaml:1:\d+: a secret must be a reference/
  ],
  [`webhooks: [{ url: "https://a.example/h", secret: "\${env:A" }]`, /^server\.yaml:1:\d+: the reference that begins/],
  [
    `webhooks: [{ url: "http://a.example/h", secret: "\${env:A}" }]`,
    /^server\.yaml:1:\d+: the webhook for .* needs https/
  ],
  [
    `webhooks: [{ url: "ftp://a.example", secret: "\${env:A}" }]`,
    /^server\.yaml:1:\d+: a webhook needs a URL with https/
  ],
  [`webhooks: [{ url: "https://a:b@c.example", secret: "\${env:A}" }]`, /must not contain a name or a password/],
  [
    `webhooks: [{ url: "https://a.example/h", secret: "\${env:A}", events: [call.allowed] }]`,
    /unknown event "call.allowed"/i
  ],
  ['webhooks: [{ url: "https://a.example/h" }]', /needs the key "secret"/],
  ['publicUrl: "https://gate.example/?a"', /^server\.yaml:1:\d+: "publicUrl" must be/]
])("refuses %s", async (text, fault) => {
  const message = await findFaults(text)
  expect(message).toMatch(fault)
  expect(message).not.toContain("c2VjcmV0")
})
