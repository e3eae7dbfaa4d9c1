import fc from "fast-check"
import { defineTool, Type } from "toolgate"
import { describe, expect, it } from "vitest"
import {
  anthropic,
  DeclarationError,
  defineProviderTool,
  gemini,
  openAiChat,
  openAiResponses,
  specsFor
} from "../src/index.ts"
import { dispatchCalls, getGate } from "./conversations/round.ts"

const tool = (name: string, over = {}) => ({
  ...defineTool({ name, description: "x", sideEffects: "NONE", parameters: {}, execute: () => "" }),
  parameters: Type.Object({}, { additionalProperties: false }),
  output: undefined,
  implementations: [],
  ...over
})

const hosted = (name: string, specs: object) => tool(name, { implementations: [{ kind: "provider", specs }] })

const named = fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/)
const formats = [openAiResponses, openAiChat, anthropic, gemini]
const patterns: Readonly<Record<string, RegExp>> = {
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
  "openai-chat": /^[a-zA-Z0-9_-]{1,64}$/,
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
  gemini: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/
}

describe.each(formats)("names for $provider", ({ provider, declare }) => {
  it("are valid, map back to the tools, and do not depend on their order", () => {
    const alike = fc.constantFrom(
      "a.b",
      "a_b",
      "a-b",
      "1a",
      "_1a",
      "x".repeat(128),
      `${"x".repeat(127)}y`,
      "x".repeat(64)
    )
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(named, alike), { maxLength: 20 }), (names) => {
        const { wireOf, toolOf, leftOut } = declare(names.map((name) => tool(name)))
        const reversed = declare(names.toReversed().map((name) => tool(name)))
        expect(leftOut).toEqual([])
        for (const name of names) {
          const wire = wireOf(name) ?? ""
          expect(wire).toMatch(patterns[provider] ?? /^$/)
          expect(toolOf(wire)).toBe(name)
          expect(reversed.wireOf(name)).toBe(wire)
          if (patterns[provider]?.test(name)) expect(wire).toBe(name)
        }
      })
    )
  })
})

describe("a declaration", () => {
  it("distinguishes tools with colliding names, and accepts a name from the app", () => {
    const tools = [tool("math.add"), tool("math_add")]
    const { wireOf, toolOf: toolBy } = openAiResponses.declare(tools)
    expect([wireOf("math.add"), wireOf("math_add")]).toEqual(["math_add_ecef409b", "math_add"])
    expect([toolBy("math_add_ecef409b"), toolBy("math_add")]).toEqual(["math.add", "math_add"])
    const { toolOf } = openAiResponses.declare(tools, { names: { "math.add": "add" } })
    expect([toolOf("add"), toolOf("math_add")]).toEqual(["math.add", "math_add"])
    expect(gemini.declare(tools).leftOut).toEqual([])
  })

  it("refuses a name from the app that is invalid or taken", () => {
    const tools = [tool("math.add"), tool("math_add")]
    expect(() => openAiResponses.declare(tools, { names: { "math.add": "math.add" } })).toThrow(DeclarationError)
    expect(() => openAiResponses.declare(tools, { names: { "math.add": "add", math_add: "add" } })).toThrow(
      'The name "add" for "math_add" is another tool\'s for openai. Give it another name in the option "names".'
    )
    expect(openAiResponses.declare(tools, { names: { "math.add": "math_add" } }).wireOf("math_add")).toMatch(
      /^math_add_[0-9a-f]{8}$/
    )
  })

  it("reserves the names of provider tools", () => {
    const spec = { anthropic: { type: "web_search_20260318", name: "web_search" } }
    const { wireOf, leftOut, declarations } = anthropic.declare([
      tool("web_search"),
      hosted("search", spec),
      hosted("search_again", spec)
    ])
    expect(wireOf("web_search")).toMatch(/^web_search_[0-9a-f]{8}$/)
    expect(declarations).toHaveLength(2)
    expect(leftOut).toEqual([
      {
        tool: "search_again",
        why: '"search_again" is not declared to anthropic: "web_search" is declared already.'
      }
    ])
  })

  it.each([
    [openAiResponses, 128],
    [openAiChat, 128],
    [gemini, 512]
  ])("omits tools beyond the limit of one request", ({ declare, provider }, most) => {
    const tools = Array.from({ length: 600 }, (_, at) => tool(`t${at}`))
    const { tools: declared, leftOut } = declare(tools)
    expect(declared.map((one) => one.tool)).toEqual(tools.slice(0, most).map(({ name }) => name))
    expect(leftOut).toHaveLength(600 - most)
    expect(leftOut[0]?.why).toBe(
      `"t${most}" is not declared to ${provider}: ${provider} accepts at most ${most} tools in one request. Give the agent fewer tools.`
    )
    expect(anthropic.declare(tools).leftOut).toEqual([])
  })

  it("shortens a long description with a mark, and reports it", () => {
    const long = tool("long", { description: `${"word ".repeat(1_000)}` })
    for (const { declare, provider } of [openAiResponses, openAiChat]) {
      const { declarations, tools } = declare([long, tool("short")])
      const [written] = JSON.stringify(declarations).match(/word [^"]*/) ?? []
      expect(written).toHaveLength(1_024)
      expect(written).toMatch(/ … \[shortened\]$/)
      expect(tools.map(({ lacks }) => lacks.filter(({ keyword }) => keyword === "description"))).toEqual([
        [
          {
            at: "",
            keyword: "description",
            why: `The description is shortened: ${provider} accepts at most 1024 characters.`
          }
        ],
        []
      ])
    }
    for (const { declare } of [anthropic, gemini])
      expect(JSON.stringify(declare([long]).declarations)).toContain(long.description)
  })

  it("omits tools that cannot be declared, with the reason", () => {
    const needs = defineProviderTool({
      name: "commands",
      description: "x",
      providerSpecs: { openai: { type: "shell" } },
      callTypes: [{ type: "shell_call" }],
      uses: ["shell", "write_file"],
      handleCall: () => ({ calls: [] })
    })
    const tools = [
      tool("write_file"),
      hosted("maps", { gemini: { googleMaps: {} } }),
      tool("only_chains", { callers: ["chain"] }),
      tool("union", { parameters: { type: "object", anyOf: [] } })
    ]
    expect(openAiResponses.declare(tools, { providerTools: [needs] }).leftOut).toEqual([
      {
        tool: "commands",
        why: '"commands" is not declared to openai: it needs "shell", which is not among the tools.'
      },
      { tool: "maps", why: '"maps" is not declared to openai: the provider has no such tool.' },
      {
        tool: "only_chains",
        why: '"only_chains" is not declared to openai: only programs may call it, and no tool that runs them is declared.'
      },
      {
        tool: "union",
        why: '"union" is not declared to openai: its schema has "anyOf": the provider refuses it at the root.'
      }
    ])
  })

  it("lets a provider's programs call the tools that chains may call", () => {
    const programs = hosted("programs", {
      openai: { type: "programmatic_tool_calling" },
      anthropic: { type: "code_execution_20260521", name: "code_execution" }
    })
    const tools = [programs, tool("chain", { callers: ["chain"] }), tool("direct")]
    expect(openAiResponses.declare(tools).declarations.slice(1)).toMatchObject([
      { name: "chain", allowed_callers: ["programmatic"] },
      { name: "direct" }
    ])
    expect(anthropic.declare(tools).declarations.slice(1)).toMatchObject([
      { name: "chain", allowed_callers: ["code_execution_20260521"] },
      { name: "direct" }
    ])
    expect(anthropic.declare(tools).declarations[2]).not.toHaveProperty("allowed_callers")
  })

  it("makes only the first twenty tools strict if the provider has this limit", () => {
    const tools = Array.from({ length: 25 }, (_, at) => tool(`t${at}`))
    expect(anthropic.declare(tools).tools.filter(({ strict }) => strict)).toHaveLength(20)
    expect(openAiResponses.declare(tools).tools.filter(({ strict }) => strict)).toHaveLength(25)
  })

  it("leaves a schema out only if the model can ask for it", () => {
    const lazy = tool("lazy", { lazySchema: true })
    for (const others of [[], [tool("describe_tool")]]) {
      const made = openAiResponses.declare([...others, lazy])
      expect(made.tools.at(-1)?.isLazy).toBe(others.length > 0)
      expect(made.declarations.at(-1)).toMatchObject({ name: "lazy", strict: others.length === 0 })
    }
  })

  it("declares a tool named like a member of every object", async () => {
    const { declarations, toolOf, wireOf } = openAiResponses.declare([tool("__proto__"), tool("constructor")])
    expect(declarations.map(({ name }) => name)).toEqual(["__proto__", "constructor"])
    expect([toolOf("__proto__"), wireOf("constructor"), toolOf("toString")]).toEqual([
      "__proto__",
      "constructor",
      undefined
    ])
    const turn = openAiResponses.calls(
      { output: [{ type: "function_call", call_id: "__proto__", name: "__proto__", arguments: "{}" }] } as never,
      openAiResponses.declare([])
    )
    expect(openAiResponses.answers(turn, await dispatchCalls(turn))).toMatchObject([{ call_id: "__proto__" }])
  })

  it("has function schemas and the providers' own specs", async () => {
    const specs = specsFor("anthropic", await (await getGate()).tools.declarable())
    expect(specs.slice(0, 2)).toEqual([
      {
        name: "search_the_web",
        provider: "anthropic",
        spec: { type: "web_search_20260318", name: "web_search" }
      },
      { name: "code", provider: "anthropic", spec: { type: "code_execution_20260521", name: "code_execution" } }
    ])
    expect(specs.at(-1)).toMatchObject({ name: "catalogue", lazySchema: true })
  })
})

it.each(formats)("refuses anything but a list of tools with names for $provider", ({ declare }) => {
  expect(() => declare(Promise.resolve([]) as never)).toThrow("must be a list of tools")
  const tool = defineTool({
    name: "a",
    description: "A tool.",
    parameters: Type.Object({}),
    sideEffects: "NONE",
    execute: () => ""
  })
  for (const name of ["", 5]) expect(() => declare([tool], { names: { a: name as never } })).toThrow("is not valid for")
})
