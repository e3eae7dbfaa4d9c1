import type { ToolImplementation } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { chooseSandbox } from "../../src/grant/chooseSandbox.ts"

const implementations: Readonly<Record<ToolImplementation["kind"], ToolImplementation>> = {
  function: { kind: "function", make: () => ({ execute: () => null }), stateless: true },
  command: { kind: "command", argv: ["true"], input: "stdin", output: "text", env: {}, folder: undefined },
  wasm: {
    kind: "wasm",
    module: "/m.wasm",
    argv: [],
    env: {},
    folders: {},
    output: "text",
    clock: "host",
    random: "host"
  },
  script: { kind: "script", script: "/s.js", export: "default", settings: {}, calls: 0, clock: "host", random: "host" },
  provider: { kind: "provider", specs: { openai: { type: "web_search" } } }
}
const of = (...kinds: ReadonlyArray<ToolImplementation["kind"]>) =>
  chooseSandbox({ implementations: kinds.map((kind) => implementations[kind]) })

describe("the sandbox that a tool calls for", () => {
  it("is the host where anything of it can run there, in whatever order it stands", () => {
    expect([of("function"), of("command"), of("wasm", "function"), of("script", "wasm", "command")]).toEqual(
      Array.from({ length: 4 }, () => "host")
    )
  })

  it("is wasm where it is nothing but guests", () => {
    expect([of("wasm"), of("script"), of("script", "wasm")]).toEqual(["wasm", "wasm", "wasm"])
  })

  it("is that of providers where a provider runs it", () => {
    expect(of("provider")).toBe("provider")
  })

  it("is the host for a tool of nothing, which no sandbox runs", () => {
    expect(of()).toBe("host")
  })
})
