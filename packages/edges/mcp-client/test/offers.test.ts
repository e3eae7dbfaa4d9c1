// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { PinStore, type ToolExecution } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MemoryPinStore } from "@toolgate/registry"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { describe, expect, it } from "vitest"
import { getServerOwner } from "../src/index.ts"
import { getResourceArguments } from "../src/upstream/offers/addresses.ts"
import { folder, openServers, programs, server } from "./openServers.ts"

const command = [process.execPath, join(programs, "offers.mjs")] as const

/** Returns the entry of a server whose resources and prompts are allowed. */
const offering = (name: string, words: ReadonlyArray<string> = [], env: Readonly<Record<string, string>> = {}) =>
  server(name, [], { source: { command: [...command, ...words], env }, allow: ["resources", "prompts"] })

/** Returns the arguments with which the gate reads an address. */
const at = (uri: string) => getResourceArguments(uri)?.args ?? {}

const contents = ({ output }: ToolExecution) => output.content

describe("the resources of a server", () => {
  it("are available only if the entry allows them", async () => {
    const gate = await openServers([server("docs", [], { source: { command } }), offering("open")])
    expect((await gate.status("docs")).tools).toEqual(["mcp__docs__add", "mcp__docs__link"])
    expect((await gate.status("open")).tools.toSorted()).toEqual([
      "mcp__open__add",
      "mcp__open__completion.complete",
      "mcp__open__link",
      "mcp__open__prompts.a_b",
      "mcp__open__prompts.a_b_c14cddc0",
      "mcp__open__prompts.review",
      "mcp__open__prompts.secret",
      "mcp__open__resources.file",
      "mcp__open__resources.other",
      "mcp__open__resources.url"
    ])
    expect(gate.registry.get("mcp__open__resources.other")?.definition).toMatchObject({
      sideEffects: "READ",
      destructive: false,
      owner: undefined
    })
  })

  it("are read under addresses that name their server", async () => {
    const gate = await openServers([offering("docs")])
    const one = await gate.call("mcp__docs__resources.other", { uri: "notes://one" })
    expect(contents(one)).toEqual([
      { type: "file", mediaType: "text/plain", uri: "mcp+docs+notes://one", text: "first" }
    ])
    const link = await gate.call("mcp__docs__link")
    expect(contents(link)).toEqual([{ type: "link", uri: "mcp+docs+notes://one", title: "One" }])
  })

  it("keep the server's addresses in results if the entry does not allow resources", async () => {
    const gate = await openServers([server("docs", [], { source: { command } })])
    expect(contents(await gate.call("mcp__docs__link"))).toEqual([{ type: "text", text: "[A link: One, notes://one]" }])
  })

  it("are judged like files at their addresses, and the server gets the judged address", async () => {
    const place = folder()
    writeFileSync(join(place, "open.txt"), "open")
    writeFileSync(join(place, "closed.txt"), "closed")
    symlinkSync("closed.txt", join(place, "link.txt"))
    symlinkSync("open.txt", join(place, "other.txt"))
    const policy = `{ version: 1, rules: { allow: ['*'], deny: ['mcp__docs__resources.file(**/closed.txt)'] } }`
    const gate = await openServers([offering("docs")], { policy })
    const read = (name: string) => gate.call("mcp__docs__resources.file", at(pathToFileURL(join(place, name)).href))
    expect(contents(await read("open.txt"))).toMatchObject([{ text: "open" }])
    const denied = await read("link.txt")
    expect([denied.executed, denied.error?.why]).toEqual(["no", "FileDenied"])
    const judged = pathToFileURL(join(place, "open.txt")).href
    expect(contents(await read("other.txt"))).toMatchObject([{ text: "open", uri: `mcp+docs+${judged}` }])
  })

  it("are judged like hosts at their addresses", async () => {
    const policy = `{ version: 1, rules: { allow: ['*'], deny: ['mcp__docs__resources.url(domain:evil.example)'] } }`
    const gate = await openServers([offering("docs")], { policy })
    const read = (uri: string) => gate.call("mcp__docs__resources.url", at(uri))
    expect(contents(await read("https://good.example/a"))).toMatchObject([{ text: "a page" }])
    expect((await read("https://evil.example/a")).error?.why).toBe("PolicyDenied")
  })

  it("cannot be read with the tool for another kind of address", async () => {
    const gate = await openServers([offering("docs")])
    const calls = [
      ["other", { uri: "file:///etc/passwd" }],
      ["other", { uri: "FILE:///etc/passwd" }],
      ["other", { uri: "https://example.org" }],
      ["url", { uri: "file:///etc/passwd" }],
      ["url", { uri: "notes://one" }],
      ["file", { uri: "file:///etc/passwd", path: "/etc/hostname" }],
      ["file", { uri: "notes://one", path: "/etc/hostname" }],
      ["file", { uri: "file:///tmp/../etc/passwd", path: "/etc/passwd" }]
    ] as const
    for (const [kind, args] of calls) {
      const { success, error, output } = await gate.call(`mcp__docs__resources.${kind}`, args)
      expect([kind, args, success, error?.class, output.content]).toEqual([kind, args, false, "validation_error", []])
    }
  })

  it.each([
    "file:///tmp/../etc/passwd",
    "file:///tmp/%2e%2E/etc/passwd",
    "file:///tmp/..%2fetc",
    "file:///tmp/./a",
    "file://host/a",
    "file:a",
    "file:/a",
    "file:///a?b",
    "file:///a%00",
    "file:///a%ff",
    "file:///a\\..\\b",
    "no address",
    "notes:",
    "notes://a b",
    "notes://a\u202eb"
  ])("have no address such as %s", (uri) => {
    expect(getResourceArguments(uri)).toBe(undefined)
  })

  it("have addresses of at most 4,096 characters", () => {
    const long = `notes://${"x".repeat(4_088)}`
    expect([getResourceArguments(long)?.kind, getResourceArguments(`${long}x`)]).toEqual(["other", undefined])
  })

  it("are reported as not found, and other errors in the server's words", async () => {
    const gate = await openServers([offering("docs")])
    const read = (uri: string) => gate.call("mcp__docs__resources.other", { uri })
    const [none, broken] = [await read("notes://none"), await read("notes://fails")]
    expect([none.error?.class, none.error?.message]).toEqual([
      "not_found",
      'The MCP server "docs" has no resource "notes://none".'
    ])
    expect([broken.success, contents(broken)]).toEqual([false, [{ type: "text", text: "the disk is full" }]])
  })

  it("are unknown if the server dies during a read, and are read again", async () => {
    const gate = await openServers([offering("docs")])
    const read = (uri: string) => gate.call("mcp__docs__resources.other", { uri })
    expect((await read("notes://crash")).executed).toBe("unknown")
    expect((await read("notes://one")).success).toBe(true)
  })

  it("are redacted", async () => {
    const gate = await openServers([offering("docs", [], { TOKEN: "${env:KEY}" })], {
      references: { env: { KEY: "s3cret-value" } }
    })
    const read = await gate.call("mcp__docs__resources.other", { uri: "notes://env" })
    const prompt = await gate.call("mcp__docs__prompts.secret")
    expect([contents(read), contents(prompt)]).toEqual([
      [{ type: "file", mediaType: "text/plain", uri: "mcp+docs+notes://env", text: "[REDACTED]" }],
      [{ type: "text", text: "The token is [REDACTED]." }]
    ])
  })

  it("are left out of the list with the reason if they are invalid", async () => {
    const gate = await openServers(
      [offering("odd", ["odd"], { TOKEN: "${env:KEY}" }), offering("many", ["many"]), offering("long", ["long"])],
      { references: { env: { KEY: "s3cret-value" } } }
    )
    const whyOf = async (name: string) =>
      Object.fromEntries((await gate.status(name)).leftOut.map(({ tool, why }) => [tool, why]))
    expect(await whyOf("odd")).toMatchInlineSnapshot(`
      {
        ""echо"": "its name contains characters other than ASCII",
        ""no address"": "its address is invalid or ambiguous",
        ""notes://\\u202e"": "its address is invalid or ambiguous",
        ""notes://a b"": "its address is invalid or ambiguous",
        ""notes://long"": "its description is longer than 16384 characters",
        ""notes://sec/[REDACTED]"": "its address contains a secret of the server's entry",
        ""notes://{id"": "its address is not a template",
        ""nowhere"": "its address is invalid or ambiguous",
        "resource 9 of the list": "its definition is not an object",
      }
    `)
    expect((await whyOf("many"))["the rest of its resources"]).toMatchInlineSnapshot(
      `"the list has more than 2000 resources"`
    )
    expect(await whyOf("long")).toMatchInlineSnapshot(`
      {
        ""echо"": "its name contains characters other than ASCII",
        ""notes://{id"": "its address is not a template",
        "resources from 131 on": "the texts of the list are too long as a whole",
      }
    `)
    expect((await gate.call("mcp__many__resources.other", { uri: "notes://one" })).success).toBe(true)
  })

  it("are read even if the server's lists are invalid", async () => {
    const gate = await openServers([offering("docs", ["broken"])])
    const { state, leftOut } = await gate.status("docs")
    const ofLists = leftOut.filter(({ tool }) => tool.startsWith("its "))
    expect([state, ofLists]).toEqual([
      "connected",
      [
        { tool: "its resources", why: "Its list of resources is not a list." },
        { tool: "its templates", why: "It answered with the error -32603." }
      ]
    ])
    expect((await gate.call("mcp__docs__resources.other", { uri: "notes://one" })).success).toBe(true)
  })
})

describe("the prompts of a server", () => {
  it("contain texts, images and resources with their roles", async () => {
    const gate = await openServers([offering("docs")])
    const { output } = await gate.call("mcp__docs__prompts.review", { code: "x = 1" })
    expect([output.content, output.metadata]).toEqual([
      [
        { type: "text", text: "Review x = 1." },
        { type: "file", mediaType: "text/plain", uri: "mcp+docs+notes://one", text: "first" },
        {
          type: "image",
          mediaType: "image/png",
          base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        }
      ],
      { roles: ["user", "assistant", "user"], description: "review" }
    ])
  })

  it("require their declared arguments", async () => {
    const gate = await openServers([offering("docs")])
    const { executed, error } = await gate.call("mcp__docs__prompts.review", { cod: "x" })
    expect([executed, error?.class]).toEqual(["no", "validation_error"])
  })

  it("are refused when their definition has changed since its approval", async () => {
    const kept = ManagedRuntime.make(MemoryPinStore.layer)
    const store = Layer.succeed(PinStore, await kept.runPromise(PinStore))
    const owners = { [getServerOwner(offering("docs"))]: "first-use" as const }
    const pins = { key: new SecretKey(new Uint8Array(32)), owners, store }
    const first = await openServers([offering("docs")], { pins })
    expect((await first.call("mcp__docs__prompts.review", { code: "x" })).success).toBe(true)
    await first.close()
    const changed = offering("docs", [], { REVIEWS: "Sends code to the author." })
    const second = await openServers([changed], { pins })
    expect((await second.call("mcp__docs__prompts.review", { code: "x" })).error?.why).toBe("ToolQuarantined")
    expect((await second.call("mcp__docs__resources.other", { uri: "notes://one" })).success).toBe(true)
    await kept.dispose()
  })
})
