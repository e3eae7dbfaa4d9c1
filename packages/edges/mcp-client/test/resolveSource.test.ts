// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished } from "vitest"
import { parseMcpConfig, type ReferenceSources, resolveSource } from "../src/index.ts"

const resolving = async (server: object, sources: Partial<ReferenceSources> = {}) => {
  const text = JSON.stringify({ servers: { notes: server } })
  const { servers } = await Effect.runPromise(parseMcpConfig(text, "mcp.yaml", { home: "/home/ada" }))
  const [entry] = servers.values()
  if (entry === undefined) throw new Error("There is no server.")
  return resolveSource(entry, { env: { PATH: process.env.PATH }, ...sources })
}

const fault = async (server: object, sources: Partial<ReferenceSources> = {}) =>
  (await Effect.runPromise(Effect.flip(await resolving(server, sources)))).message

const folder = (files: Readonly<Record<string, string>>): string => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-references-"))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

it("resolves references to variables, files and commands", async () => {
  const home = folder({ token: "from a file\n" })
  const resolved = await Effect.runPromise(
    await resolving(
      {
        command: ["notes", "--key=${env:KEY}", "$${env:KEY}"],
        env: { TOKEN: "${file:~/token}", OTHER: "a ${command:printf '%s' \"from a $NAME\"} b" }
      },
      { env: { PATH: process.env.PATH, KEY: "k&1", NAME: "command" }, home }
    )
  )
  expect(resolved.source).toMatchObject({
    command: ["notes", "--key=k&1", "${env:KEY}"],
    env: { TOKEN: "from a file", OTHER: "a from a command b" }
  })
  expect(resolved.secrets).toEqual([
    "k&1",
    "k%261",
    "from a file",
    "from%20a%20file",
    "from a command",
    "from%20a%20command"
  ])
})

it("keeps a value within its part of a URL", async () => {
  const server = { url: "https://mcp.example.com/${env:TEAM}/mcp", headers: { Authorization: "Bearer ${env:KEY}" } }
  const resolved = await Effect.runPromise(await resolving(server, { env: { TEAM: "../x?y", KEY: "secret" } }))
  expect(resolved.source).toMatchObject({
    url: "https://mcp.example.com/..%2Fx%3Fy/mcp",
    headers: { Authorization: "Bearer secret" }
  })
})

it("reads each reference once per start", async () => {
  const at = folder({})
  const count = `printf x >> ${at}/count; wc -c < ${at}/count`
  const effect = await resolving({ command: ["a", `\${command:${count}}`, `\${command:${count}}`] })
  const first = await Effect.runPromise(effect)
  expect(first.source).toMatchObject({ command: ["a", "1", "1"] })
  const second = await Effect.runPromise(effect)
  expect(second.source).toMatchObject({ command: ["a", "2", "2"] })
})

it("names the server and the reference without a value", async () => {
  expect(await fault({ command: ["a"], env: { KEY: "hunter2${env:ABSENT}" } })).toBe(
    'The server "notes" cannot start, because its reference "${env:ABSENT}" has no value: the variable is not set.'
  )
})

it("refuses a value with a line break in a header", async () => {
  const message = await fault(
    { url: "https://a.example/", headers: { "X-Key": "plain ${env:KEY}" } },
    { env: { KEY: "hunter2\r\nHost: b" } }
  )
  expect(message).toBe(
    'The server "notes" cannot be reached, because the value of its header "X-Key" has characters that no header can have.'
  )
})
