// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they are written
import { describe, expect, it } from "vitest"
import { ConfigurationMask, maskTool } from "../src/index.ts"

const shown = (value: unknown) => new ConfigurationMask().value(value)
const digest = `sha256:${"0a1b2c3d".repeat(8)}`

describe("ConfigurationMask", () => {
  it.each<[string, unknown, unknown]>([
    ["an option", ["tool", "--token", "plainword"], ["tool", "--token", "[redacted]"]],
    ["a joined option", ["mysql", "-pBanane77"], ["mysql", "-p[redacted]"]],
    ["a member", { password: "plainword", user: "ada" }, { password: "[redacted]", user: "ada" }],
    ["a list under a name", { passwords: ["one", 22] }, { passwords: ["[redacted]", "[redacted]"] }],
    ["a URL", { url: "https://ada:plainword@h/?a=b" }, { url: "https://ada:[redacted]@h/?a=b" }],
    ["words of a program", { command: "mysql", args: ["-pBanane77"] }, { command: "mysql", args: ["-p[redacted]"] }],
    ["a digest of a value", { environment: { MODE: digest } }, { environment: { MODE: "[redacted]" } }],
    ["a repetition", ["-x=Banane77", "mysql", "-pBanane77"], ["-x=[redacted]", "mysql", "-p[redacted]"]]
  ])("masks %s", (_, given, expected) => {
    expect(shown(given)).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ["a reference", { headers: { Authorization: "Bearer ${env:API_TOKEN}" }, password: "${file:/run/pw}" }],
    ["an argument", ["mysql", "-p{password}", "--token={token}", "{table}"]],
    ["a digest of a file", { content: digest, scripts: { "a.sh": digest }, image: `img@${digest}` }],
    ["a usual word", { method: "POST", folder: "/srv/app", limits: { cpuMs: 1000 }, on: true, none: null }]
  ])("keeps %s", (_, given) => {
    expect(shown(given)).toEqual(given)
  })

  it("masks literal text beside a reference", () => {
    expect(shown({ cookie: "session=${env:SESSION}; other=plainword" })).toEqual({
      cookie: "session=${env:SESSION}[redacted]"
    })
  })

  it("masks any number of secrets, and finds them in other texts", () => {
    const secrets = Array.from({ length: 100 }, (_, at) => `plainword${at}x`)
    const mask = new ConfigurationMask()
    expect(mask.value(secrets.map((password) => ({ password })))).toEqual(
      secrets.map(() => ({ password: "[redacted]" }))
    )
    expect(mask.repeated(["Cannot run: tool plainword99x"])).toEqual(["Cannot run: tool [redacted]"])
    expect(mask.secrets).toHaveLength(100)
  })

  it("masks a tool's implementations and resources, and leaves the rest of its definition", () => {
    const argv = ["tool", "--token", "plainword"]
    const tool = {
      parameters: { properties: { password: { type: "string" } } },
      resources: [{ kind: "command", argv }],
      implementations: [{ kind: "command", argv }]
    }
    const masked = ["tool", "--token", "[redacted]"]
    expect(maskTool(tool)).toEqual({
      ...tool,
      resources: [{ kind: "command", argv: masked }],
      implementations: [{ kind: "command", argv: masked }]
    })
    expect(argv).toEqual(["tool", "--token", "plainword"])
  })
})
