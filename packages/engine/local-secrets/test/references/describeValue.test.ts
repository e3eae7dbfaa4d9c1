// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { describe, expect, it } from "vitest"
import { describeNamedValue, describeValue } from "../../src/references.ts"

describe("the description of a value", () => {
  it.each(["${env:KEY}", "Bearer ${env:KEY}", "${env:A}:${env:B}", "Token: ${file:~/key}", "${env:KEY:-none}"])(
    "keeps %j, which contains only references",
    (text) => expect(describeValue(text)).toBe(text)
  )

  it.each([
    ["tango-9", /^sha256:[0-9a-f]{64}$/],
    ["$${env:KEY}", /^sha256:[0-9a-f]{64}$/],
    ["${env:KEY", /^sha256:[0-9a-f]{64}$/],
    ["tango-9 ${env:KEY}", /^sha256:[0-9a-f]{64} beside \$\{env:KEY\}$/],
    ["Bearer tango-9${env:A}${env:B}", /^sha256:[0-9a-f]{64} beside \$\{env:A\} beside \$\{env:B\}$/]
  ])("hides the secrets in %j", (text, shown) => {
    expect(describeValue(text)).toMatch(shown)
    expect(describeValue(text)).not.toBe(describeValue(`${text} `))
  })

  it("keeps a value without a secret name", () => {
    expect(describeNamedValue("Accept", "text/html")).toBe("text/html")
    expect(describeNamedValue("X-Api-Key", "tango-9 ${env:KEY}")).toMatch(/^sha256:.* beside \$\{env:KEY\}$/)
  })
})
