import { describe, expect, it } from "vitest"
import type { McpServerEntry, ToolOverlay } from "../src/config/McpConfig.ts"
import { getToolEffects } from "../src/upstream/getToolEffects.ts"
import { server } from "./openServers.ts"

const confined = server("x", [], { source: { unconfined: false } }).source
const networked = server("x", [], { source: { unconfined: false, network: "any" } }).source
const writing = server("x", [], { source: { unconfined: false, files: [{ path: ".", mode: "rw" }] } }).source
const loose = server("x").source
const http: McpServerEntry["source"] = { kind: "http", url: "https://example.com", headers: {} }

const of = (source: McpServerEntry["source"], overlay: ToolOverlay, annotations = {}) => {
  const { sideEffects, effects, destructive } = getToolEffects(source, overlay, annotations)
  return [sideEffects, effects.join(" "), destructive]
}

describe("toolEffects", () => {
  it("assumes the worst without the operator's word", () => {
    expect(of(networked, {})).toEqual(["NETWORK", "network_access", true])
    expect(of(http, {})).toEqual(["NETWORK", "network_access", true])
    expect(of(loose, {})).toEqual(["EXECUTE", "local_exec network_access", true])
  })

  it("derives effects from the confinement of a server without a network", () => {
    expect(of(confined, {})).toEqual(["READ", "", false])
    expect(of(writing, {})).toEqual(["WRITE", "", true])
    expect(of(writing, {}, { readOnlyHint: true, openWorldHint: true, destructiveHint: false })).toEqual([
      "WRITE",
      "",
      true
    ])
    expect(of(confined, {}, { readOnlyHint: false })).toEqual(["WRITE", "", false])
    expect(of(confined, { class: "NETWORK" })).toEqual(["NETWORK", "network_access", true])
  })

  it("ignores annotations that lower the effects", () => {
    const gentle = { readOnlyHint: true, destructiveHint: false, openWorldHint: false }
    expect(of(confined, {}, gentle)).toEqual(of(confined, {}))
    expect(of(networked, {}, gentle)).toEqual(of(networked, {}))
    expect(of(loose, {}, gentle)).toEqual(of(loose, {}))
    expect(of(loose, {}, { openWorldHint: true })).toEqual(of(loose, {}))
  })

  it("applies the operator's word and annotations that raise the effects", () => {
    expect(of(loose, { class: "READ" })).toEqual(["READ", "", false])
    expect(of(loose, { class: "READ" }, { readOnlyHint: false })).toEqual(["WRITE", "", false])
    expect(of(loose, { class: "READ" }, { destructiveHint: true })).toEqual(["WRITE", "", true])
    expect(of(loose, { class: "NONE" }, { openWorldHint: true, readOnlyHint: true })).toEqual([
      "READ",
      "network_access",
      false
    ])
    expect(of(loose, { class: "WRITE" }, { openWorldHint: true })).toEqual(["NETWORK", "network_access", true])
    expect(of(loose, { class: "WRITE", destructive: false })).toEqual(["WRITE", "", false])
  })
})
