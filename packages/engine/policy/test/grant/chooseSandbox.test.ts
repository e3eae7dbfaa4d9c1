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

describe("the sandbox of a tool", () => {
  it("is the host if any implementation can run there, in any order", () => {
    expect([of("function"), of("command"), of("wasm", "function"), of("script", "wasm", "command")]).toEqual(
      Array.from({ length: 4 }, () => "host")
    )
  })

  it("is wasm if the tool has only guest implementations", () => {
    expect([of("wasm"), of("script"), of("script", "wasm")]).toEqual(["wasm", "wasm", "wasm"])
  })

  it("is provider if a provider runs the tool", () => {
    expect(of("provider")).toBe("provider")
  })

  it("is the host for a tool without implementations", () => {
    expect(of()).toBe("host")
  })
})
