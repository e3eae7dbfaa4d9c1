import { join } from "node:path"
import type { AskedForm, FormAnswer, ToolExecution } from "@toolgate/core"
import type { DispatchOptions } from "@toolgate/dispatch"
import { describe, expect, it } from "vitest"
import { openServers, programs, server, textOf } from "./openServers.ts"

const modern = server("modern", [], { source: { command: [process.execPath, join(programs, "modern.mjs")] } })

describe("a server of the newer protocol", () => {
  it("is called, dies during a call, and is called again", async () => {
    const gate = await openServers([modern])
    const before = textOf(await gate.call("mcp__modern__pid"))
    expect((await gate.call("mcp__modern__crash")).executed).toBe("unknown")
    const after = textOf(await gate.call("mcp__modern__pid"))
    expect([Number(before) > 0, Number(after) > 0, before === after]).toEqual([true, true, false])
  })

  it("is listed again when its tools change", async () => {
    const gate = await openServers([modern])
    await gate.call("mcp__modern__change")
    await gate.until(() => gate.registry.has("mcp__modern__fresh"))
    expect(textOf(await gate.call("mcp__modern__fresh"))).toBe("fresh")
  })

  it("keeps its valid tools when one definition is invalid", async () => {
    const source = { command: [process.execPath, join(programs, "unsound.mjs")] } as const
    const gate = await openServers([server("half", [], { source })])
    const { state, tools, leftOut } = await gate.status("half")
    expect({ state, tools, leftOut }).toEqual({
      state: "connected",
      tools: ["mcp__half__untyped", "mcp__half__sound"],
      leftOut: [{ tool: '"unsound"', why: expect.stringContaining('must be "object"') }]
    })
    expect(textOf(await gate.call("mcp__half__untyped", { any: 1 }))).toBe("untyped")
  })

  it("asks the caller of the call if its entry allows it", async () => {
    const gate = await openServers([{ ...modern, allow: ["elicitation"] }])
    const asked: Array<string> = []
    const ask: DispatchOptions["ask"] = ({ message }) => {
      asked.push(message)
      return { action: "accept", content: { name: "Ada" } }
    }
    expect(textOf(await gate.call("mcp__modern__asks", {}, { ask }))).toBe("hello Ada")
    expect(asked).toEqual([expect.stringContaining("Your name?")])
    expect(textOf(await gate.call("mcp__modern__asks"))).toBe("hello nobody")
  })

  it("asks several things at once", async () => {
    const command = [process.execPath, join(programs, "modern.mjs")] as const
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of ours.
    const source = { command, env: { KEY: "${env:KEY}" } }
    const gate = await openServers([server("modern", [], { allow: ["elicitation", "sampling", "roots"], source })], {
      references: { env: { KEY: "secret-of-ours" } }
    })
    const asked: Array<AskedForm> = []
    const all = Promise.withResolvers<void>()
    const ask: DispatchOptions["ask"] = async (form) => {
      if (asked.push(form) === 2) all.resolve()
      await all.promise
      const reply = { role: "assistant", content: [{ type: "text", text: "hours" }], model: "m" }
      return { action: "accept", content: form.prompt === undefined ? { name: "Ada" } : reply } as FormAnswer
    }
    const { output, forms } = await gate.call("mcp__modern__asks_all", {}, { ask })
    expect(JSON.parse(textOf({ output } as ToolExecution))).toEqual({
      name: { action: "accept", content: { name: "Ada" } },
      rhyme: { role: "assistant", content: { type: "text", text: "hours" }, model: "m" },
      folders: { roots: [{ uri: `file://${gate.workspace}`, name: "workspace" }] }
    })
    expect(asked).toMatchObject([
      { name: "name", message: expect.stringContaining("Your name?") },
      {
        name: "rhyme",
        prompt: { maxTokens: 9, messages: [{ role: "user", content: [{ text: "A rhyme on [REDACTED]?" }] }] }
      }
    ])
    expect(forms?.map(({ kind }) => kind).toSorted()).toEqual(["form", "prompt"])
  })

  it("asks nothing if one of its questions is not allowed", async () => {
    const gate = await openServers([{ ...modern, allow: ["elicitation", "sampling"] }])
    const asked: Array<AskedForm> = []
    const ask: DispatchOptions["ask"] = (form) => {
      asked.push(form)
      return { action: "cancel" }
    }
    expect((await gate.call("mcp__modern__asks_all", {}, { ask })).success).toBe(false)
    expect(asked).toEqual([])
  })

  it("gets no answer to a question that is not allowed, and the call fails", async () => {
    const gate = await openServers([modern])
    const asked = await gate.call("mcp__modern__asks")
    expect([asked.success, asked.executed, asked.error?.message]).toMatchInlineSnapshot(`
      [
        false,
        "yes",
        "Cannot request input 'name' (elicitation/create): the request's client capabilities do not declare the required capability",
      ]
    `)
  })
})
