import { expect, it } from "vitest"
import { publishedLinks } from "../publishedLinks.mjs"

const place = {
  file: "packages/toolgate/README.md",
  published: "README.md",
  travels: { "docs/policy.md": "docs/policy.md" }
}
const text =
  "[a guide](../../docs/policy.md#rules), [`core`](../core), [here](#below), [a page](https://example.org/x) and `[1](2)`"

it.each([
  [undefined, "`core`"],
  ["https://example.org/toolgate", "[`core`](https://example.org/toolgate/blob/HEAD/packages/core)"]
])("links only published files inside the package, and the others in the repository: %s", (repository, core) => {
  const linked = publishedLinks(text, { ...place, ...(repository === undefined ? {} : { repository }) })
  expect(linked).toContain(`[a guide](docs/policy.md#rules), ${core}, [here](#below), [a page](https://example.org/x)`)
})

it("links from a guide to the published files beside it", () => {
  const travels = { ...place.travels, "docs/audit.md": "docs/audit.md", "apps/cli/README.md": "cli/README.md" }
  expect(
    publishedLinks("[a](audit.md) [b](../apps/cli/README.md) [c](../LICENSE)", {
      file: "docs/policy.md",
      published: "docs/policy.md",
      travels
    })
  ).toBe("[a](audit.md) [b](../cli/README.md) c")
})
