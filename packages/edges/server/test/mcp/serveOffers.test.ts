import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Client } from "@modelcontextprotocol/client"
import { listOfferToolNames } from "@toolgate/mcp-client/offers"
import { describe, expect, it } from "vitest"
import { connect } from "./serveHttpGate.ts"
import { createOfferingEntry, serveOfferGate } from "./serveOfferGate.ts"

const uris = async (client: Client) => (await client.listResources()).resources.map(({ uri }) => uri)

const textAt = async (client: Client, uri: string) => {
  const { contents } = await client.readResource({ uri })
  return contents.map((one) => [one.uri, "text" in one ? one.text : one.blob])
}

/** Returns the error of a request, as the client sees it. */
const fault = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    ({ code, message, data }) => ({ code, message, data })
  )

describe.each(["legacy", "auto"] as const)("a client of servers' resources (%s)", (era) => {
  it("lists resources of two servers under distinct addresses, and reads each", async () => {
    const { url } = await serveOfferGate([createOfferingEntry("one"), createOfferingEntry("two")])
    const client = await connect(url, era)
    expect(await uris(client)).toEqual(["mcp+one+notes://one", "mcp+two+notes://one"])
    expect(await textAt(client, "mcp+two+notes://one")).toEqual([["mcp+two+notes://one", "first"]])
    expect(await textAt(client, "mcp+one+notes://two")).toEqual([["mcp+one+notes://two", "Yg=="]])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "mcp+one+notes://{id}",
      "mcp+two+notes://{id}"
    ])
    const link = (await client.callTool({ name: "mcp__two__link", arguments: {} })).content
    expect(link).toMatchObject([{ type: "resource_link", uri: "mcp+two+notes://one" }])
  })

  it("does not see the tools that read resources", async () => {
    const { url } = await serveOfferGate([createOfferingEntry("docs")])
    const client = await connect(url, era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["mcp__docs__add", "mcp__docs__link"])
  })

  it("cannot call the tools that read resources, or reach denied resources with them", async () => {
    const { url, recorded } = await serveOfferGate([createOfferingEntry("docs")], {
      rules: "{ allow: ['*'], deny: ['mcp__docs__prompts.secret'] }"
    })
    const client = await connect(url, era)
    const call = (name: string, args: Record<string, unknown>) => fault(client.callTool({ name, arguments: args }))
    const ref = { type: "ref/prompt", name: "secret" }
    for (const [tool, args] of [
      ["completion.complete", { ref, argument: { name: "a", value: "b" } }],
      ["resources.other", { uri: "notes://one" }],
      ["prompts.review", { code: "x" }]
    ] as const)
      expect(await call(`mcp__docs__${tool}`, args)).toMatchObject({
        code: -32_602,
        message: expect.stringContaining("have their own requests")
      })
    const unknown = await call("mcp__docs__resources", {})
    expect(unknown?.message).toBe(
      'Tool "mcp__docs__resources" not found. Among others there are: mcp__docs__add, mcp__docs__link.'
    )
    const records = JSON.stringify(await recorded())
    expect(records).toContain("mcp__docs__completion.complete")
    expect(records).not.toContain("dispatched")
  })

  it("neither sees nor reads denied resources", async () => {
    const place = pathToFileURL(join(import.meta.dirname, "programs", "offers.mjs")).href
    const { url } = await serveOfferGate(
      [createOfferingEntry("docs", ["files", place, "file:///etc/hostname", "https://evil.example/"])],
      {
        rules: "{ allow: ['*'], deny: ['read_file(//etc/**)', 'get(domain:evil.example)'] }"
      }
    )
    const client = await connect(url, era)
    expect(await uris(client)).toEqual([`mcp+docs+${place}`])
    expect(await fault(client.readResource({ uri: "mcp+docs+file:///etc/hostname" }))).toMatchObject({
      code: -32_010,
      message: expect.stringContaining("/etc"),
      data: { "toolgate/executed": "no", "toolgate/error": "permission_denied" }
    })
    expect((await fault(client.readResource({ uri: "mcp+docs+https://evil.example/x" })))?.code).toBe(-32_010)
  })

  it.each([
    "mcp+docs+",
    "notes://one",
    "mcp+docs+notes://none",
    "mcp+other+notes://one",
    "mcp+docs+mcp+docs+notes://one",
    "mcp+docs+file:///tmp/../etc/hostname",
    "mcp+docs+file:///tmp/%2e%2e/etc/hostname",
    "mcp++notes://one"
  ])("finds nothing at %s", async (uri) => {
    const { url } = await serveOfferGate([createOfferingEntry("docs")])
    const client = await connect(url, era)
    expect((await fault(client.readResource({ uri })))?.code).toBe(-32_602)
  })

  it("learns how to decide about a read, and reads once after the decision", async () => {
    const { gate, url } = await serveOfferGate([createOfferingEntry("docs")], {
      rules: "{ ask: ['mcp__docs__resources.other'] }"
    })
    const client = await connect(url, era)
    const read = () => client.readResource({ uri: "mcp+docs+notes://one" })
    const waits = await fault(read())
    const id = waits?.data["toolgate/pending"].approvalId
    expect(waits).toMatchObject({
      code: -32_010,
      message: expect.stringContaining(`a person runs "approve ${id}" or denies it. Then make the same request again.`),
      data: { "toolgate/executed": "no" }
    })
    expect((await fault(read()))?.data["toolgate/pending"].approvalId).toBe(id)
    await gate.approvals.decide(id, { decision: "approve" })
    expect(await textAt(client, "mcp+docs+notes://one")).toEqual([["mcp+docs+notes://one", "first"]])
    expect((await fault(read()))?.data["toolgate/pending"].approvalId).not.toBe(id)
  })

  it("receives an unknown outcome if the server dies during a read, and otherwise the server's words", async () => {
    const { url } = await serveOfferGate([createOfferingEntry("docs")])
    const client = await connect(url, era)
    expect(await fault(client.readResource({ uri: "mcp+docs+notes://crash" }))).toMatchObject({
      code: -32_603,
      data: { "toolgate/executed": "unknown" }
    })
    expect(await fault(client.readResource({ uri: "mcp+docs+notes://fails" }))).toMatchObject({
      code: -32_603,
      message: expect.stringContaining("the disk is full"),
      data: { "toolgate/executed": "yes", "toolgate/error": "execution_error" }
    })
  })

  it("sees only what its principal may use", async () => {
    const { url } = await serveOfferGate([createOfferingEntry("docs")], { ofBob: ["mcp__docs__prompts.review"] })
    const client = await connect(url, era, { name: "bob" })
    expect([await uris(client), (await client.listResourceTemplates()).resourceTemplates]).toEqual([[], []])
    expect((await fault(client.readResource({ uri: "mcp+docs+notes://one" })))?.code).toBe(-32_602)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["mcp__docs__review"])
    expect((await fault(client.getPrompt({ name: "mcp__docs__secret" })))?.code).toBe(-32_602)
  })

  it("gets prompts with their roles, texts, images and resources", async () => {
    const { url } = await serveOfferGate([createOfferingEntry("docs")])
    const client = await connect(url, era)
    const { prompts } = await client.listPrompts()
    expect(prompts).toEqual([
      { name: "mcp__docs__a_b", arguments: [] },
      { name: "mcp__docs__a_b_c14cddc0", arguments: [] },
      {
        name: "mcp__docs__review",
        description: "Reviews code.",
        arguments: [{ name: "code", description: "The code.", required: true }]
      },
      { name: "mcp__docs__secret", arguments: [] }
    ])
    // Without distinct names, both would return the first one's prompt.
    const saidBy = async (name: string) => (await client.getPrompt({ name })).messages.map(({ content }) => content)
    expect([await saidBy("mcp__docs__a_b"), await saidBy("mcp__docs__a_b_c14cddc0")]).toEqual([
      [{ type: "text", text: "line" }],
      [{ type: "text", text: "slash" }]
    ])
    expect(await client.getPrompt({ name: "mcp__docs__review", arguments: { code: "x" } })).toMatchObject({
      description: "review",
      messages: [
        { role: "user", content: { type: "text", text: "Review x." } },
        { role: "assistant", content: { type: "resource", resource: { uri: "mcp+docs+notes://one", text: "first" } } },
        {
          role: "user",
          content: {
            type: "image",
            mimeType: "image/png",
            data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
          }
        }
      ]
    })
    expect(await fault(client.getPrompt({ name: "mcp__docs__review" }))).toMatchObject({
      code: -32_602,
      data: { "toolgate/executed": "no", "toolgate/error": "validation_error" }
    })
  })

  it("completes values if the policy allows it without asking", async () => {
    const asks = "{ allow: ['*'], ask: ['mcp__shy__completion.complete'] }"
    const { gate, url } = await serveOfferGate([createOfferingEntry("docs"), createOfferingEntry("shy")], {
      rules: asks
    })
    const client = await connect(url, era)
    const values = async (name: string) => {
      const ref = { type: "ref/prompt", name } as const
      return (await client.complete({ ref, argument: { name: "code", value: "a" } })).completion.values
    }
    expect(await values("mcp__docs__review")).toEqual(["review a undefined"])
    expect(await values("mcp__shy__review")).toEqual([])
    expect(await gate.approvals.list()).toEqual([])
    const template = { type: "ref/resource", uri: "mcp+docs+notes://{id}" } as const
    const { completion } = await client.complete({
      ref: template,
      argument: { name: "id", value: "o" },
      context: { arguments: { a: "b" } }
    })
    expect(completion).toMatchObject({ values: ["notes://{id} o b"], hasMore: false })
    expect((await fault(values("mcp__docs__none")))?.code).toBe(-32_602)
  })
})

describe("a tool for a resource or prompt", () => {
  it("is marked as such at its registration, so that clients never see it", async () => {
    const known = new Map<string, boolean>()
    await serveOfferGate([createOfferingEntry("docs")], {
      registered: (tool, offers) => void known.set(tool, listOfferToolNames(offers).has(tool))
    })
    expect([...known].filter(([tool]) => tool.includes(".")).toSorted()).toEqual([
      ["mcp__docs__completion.complete", true],
      ["mcp__docs__prompts.a_b", true],
      ["mcp__docs__prompts.a_b_c14cddc0", true],
      ["mcp__docs__prompts.review", true],
      ["mcp__docs__prompts.secret", true],
      ["mcp__docs__resources.file", true],
      ["mcp__docs__resources.other", true],
      ["mcp__docs__resources.url", true]
    ])
  })
})

describe("the audit log of a gate", () => {
  it("has each read and each refused read with its address", async () => {
    const { url, recorded } = await serveOfferGate([createOfferingEntry("docs")], {
      rules: "{ allow: ['*'], deny: ['read_file(//etc/**)'] }"
    })
    const client = await connect(url, "auto")
    await client.readResource({ uri: "mcp+docs+notes://one" })
    await fault(client.readResource({ uri: "mcp+docs+file:///etc/hostname" }))
    await client.getPrompt({ name: "mcp__docs__review", arguments: { code: "x" } })
    const calls = (await recorded()).flatMap(({ kind, tool, args }) =>
      args === undefined ? [] : [{ kind, tool, args }]
    )
    expect(calls).toEqual([
      { kind: "tool.call.dispatched", tool: "mcp__docs__resources.other", args: { uri: "notes://one" } },
      {
        kind: "tool.call.denied",
        tool: "mcp__docs__resources.file",
        args: { uri: "file:///etc/hostname", path: "/etc/hostname" }
      },
      { kind: "tool.call.dispatched", tool: "mcp__docs__prompts.review", args: { code: "x" } }
    ])
  })
})

describe("a client that can ask its user", () => {
  it("asks about a read, and reads", async () => {
    const { url } = await serveOfferGate([createOfferingEntry("docs")], {
      rules: "{ ask: ['mcp__docs__resources.other'] }",
      approvals: "elicit"
    })
    const client = await connect(url, "auto", { answer: { action: "accept", content: { decision: "approve" } } })
    expect(await textAt(client, "mcp+docs+notes://one")).toEqual([["mcp+docs+notes://one", "first"]])
  })
})

describe("a server that adds a resource", () => {
  it("notifies its clients", async () => {
    const { url } = await serveOfferGate([createOfferingEntry("docs")])
    const client = await connect(url, "auto")
    const told = Promise.withResolvers<void>()
    client.setNotificationHandler("notifications/resources/list_changed", () => told.resolve())
    await client.listen({ resourcesListChanged: true })
    await client.callTool({ name: "mcp__docs__add", arguments: {} })
    await told.promise
    expect(await uris(client)).toEqual(["mcp+docs+notes://one", "mcp+docs+notes://added"])
  })
})

describe("a gate whose servers offer nothing", () => {
  it("declares no such capability, and rejects such requests", async () => {
    const { url } = await serveOfferGate([{ ...createOfferingEntry("docs"), allow: [] }])
    const client = await connect(url, "auto")
    expect(client.getServerCapabilities()).not.toHaveProperty("resources")
    expect((await client.callTool({ name: "mcp__docs__link", arguments: {} })).content).toMatchObject([
      { type: "text", text: "[A link: One, notes://one]" }
    ])
  })
})
