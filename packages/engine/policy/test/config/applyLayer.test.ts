import { describe, expect, it } from "vitest"
import { applyLayer } from "../../src/config/applyLayer.ts"
import { makeSelectorMatch } from "../../src/config/toolSelectors.ts"
import { aTool, configOf, tools } from "../judging.ts"

const found = (layer: string, tool = tools.read_file) => {
  const { layers, groups } = configOf(`layers: { global: { ${layer} } }`)
  if (layers.global === undefined) throw new Error("There is a layer.")
  return applyLayer("global", layers.global, tool, makeSelectorMatch(groups)).map(
    ({ effect, because }) => `${effect} ${because.rule}`
  )
}
const decides = (layer: string, tool = tools.read_file) => {
  const findings = found(layer, tool)
  return findings.some((one) => one.startsWith("deny")) ? "deny" : "allow"
}

describe("a layer", () => {
  it("restricts nothing by keys that it leaves out", () => {
    expect(found("")).toEqual([])
    expect(found("deny: [], read_only: false, no_web: false")).toEqual([])
  })

  it("denies the tools on its deny list, once for each entry, even if it also allows them", () => {
    expect(found('allow: [read_file], deny: [read_file, "group:read", shell]')).toEqual([
      "deny deny read_file",
      "deny deny group:read",
      "allow allow read_file"
    ])
  })

  it("allows only the tools that it lists", () => {
    expect(found('allow: ["group:read", shell]')).toEqual(["allow allow group:read"])
    expect(found('allow: ["group:read", shell]', tools.write_file)).toEqual(["deny allow group:read, shell"])
    expect(found("allow: []")).toEqual(["deny allow"])
  })

  it("denies every tool that can change something if it is read-only", () => {
    const denied = Object.values(tools).filter((tool) => decides("read_only: true", tool) === "deny")
    expect(denied.map(({ name }) => name)).toEqual([
      "write_file",
      "write_host",
      "patch_file",
      "copy_file",
      "index",
      "shell",
      "start",
      "http_post",
      "download"
    ])
    expect(decides("read_only: true", aTool({ sideEffects: "READ", effects: ["local_exec"] }))).toBe("deny")
    expect(decides("read_only: true", aTool({ sideEffects: "READ", effects: ["system_state"] }))).toBe("deny")
  })

  it.each(["no_web: true", "web_access: false"])(
    "with %s denies every tool that can reach the network or run code",
    (layer) => {
      const denied = Object.values(tools).filter((tool) => decides(layer, tool) === "deny")
      expect(denied.map(({ name }) => name)).toEqual(["shell", "start", "http_get", "http_post", "download"])
    }
  )

  it("explains its rule, the position and the change to make", () => {
    const { layers, groups } = configOf("layers: { global: { deny: [read_file] } }")
    if (layers.global === undefined) throw new Error("There is a layer.")
    expect(applyLayer("role r", layers.global, tools.read_file, makeSelectorMatch(groups))).toEqual([
      {
        because: { layer: "role r", rule: "deny read_file", source: "p.yaml:2:28" },
        effect: "deny",
        said: 'Tool "read_file" is denied by the layer "role r".',
        change: 'Take "read_file" from its deny list.'
      }
    ])
  })
})

describe("the flat permissions of a layer", () => {
  it("forbid first, then allow by name, then by category, then by web access", () => {
    const all =
      "forbidden_tools: [http_post], allowed_tools: [http_get], allowed_categories: [math, web, code], web_access: false"
    const web = aTool({ name: "news", category: "web" })
    const named = { http_get: tools.http_get, http_post: tools.http_post, add: tools.add, shell: tools.shell, web }
    expect(Object.values(named).map((tool) => found(all, tool))).toEqual([
      ["allow allowed_tools http_get"],
      ["deny forbidden_tools http_post"],
      [],
      ["deny web_access: false"],
      ["deny web_access: false"]
    ])
    expect(found(all)).toEqual(["deny allowed_categories"])
  })

  it("also forbid the tools that they allow", () => {
    expect(decides("forbidden_tools: [read_file], allowed_tools: [read_file]")).toBe("deny")
  })

  it("with only allowed tools allow only these", () => {
    expect(found("allowed_tools: [read_file]")).toEqual(["allow allowed_tools read_file"])
    expect(found("allowed_tools: [shell]")).toEqual(["deny allowed_tools"])
    expect(found("allowed_tools: []")).toEqual(["deny allowed_tools"])
  })

  it("with allowed categories deny a tool without one", () => {
    expect(found("allowed_categories: [math]", aTool())).toEqual(["deny allowed_categories"])
    expect(found("allowed_categories: []", tools.add)).toEqual(["deny allowed_categories"])
    expect(found("allowed_categories: [math]", tools.add)).toEqual([])
  })

  it("with web access do not restrict the network", () => {
    expect(found("web_access: true", tools.http_post)).toEqual([])
  })

  it("never override the layer's deny list", () => {
    expect(decides("deny: [http_get], allowed_tools: [http_get]", tools.http_get)).toBe("deny")
    expect(decides("no_web: true, allowed_tools: [http_get]", tools.http_get)).toBe("deny")
    expect(decides("allow: [shell], allowed_tools: [http_get]", tools.http_get)).toBe("deny")
  })
})
