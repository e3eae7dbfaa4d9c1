import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { packages } from "../packages.mjs"

const root = join(import.meta.dirname, "../..")
const names = [...packages, ...globSync("apps/*", { cwd: root })].map(
  (folder): string => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).name
)

/** The faults of a changeset, each as a sentence. */
const faultsOf = (text: string): ReadonlyArray<string> => {
  const [, head, body = ""] = /^---\n(.*?)^---\n(.*)$/ms.exec(text) ?? []
  if (head === undefined) return ['It does not begin with the packages that it is about, between two lines of "---".']
  const lines = head.split("\n").filter(Boolean)
  const named = lines.map((line) => /^"([^"]+)": (?:patch|minor|major)$/.exec(line)?.[1])
  return [
    ...named.flatMap((name, at) =>
      name === undefined ? [`"${lines[at]}" is not a package and a kind of release.`] : []
    ),
    ...named.flatMap((name) => (name === undefined || names.includes(name) ? [] : [`There is no package "${name}".`])),
    // All packages share the change log of that one.
    ...(named.includes("toolgate") ? [] : ['It does not name "toolgate", so that its text would be lost.']),
    ...(/\p{L}[^.!?]* [^.!?]*[.!?:]/u.test(body) ? [] : ["It has no sentence that says what changes."])
  ]
}

describe("a changeset", () => {
  it("names packages that exist, and says what changes", () => {
    const files = globSync(".changeset/*.md", { cwd: root }).filter((file) => !file.endsWith("README.md"))
    const faults = files.flatMap((file) =>
      faultsOf(readFileSync(join(root, file), "utf8")).map((fault) => `${file}: ${fault}`)
    )
    expect(faults).toEqual([])
  })

  it.each([
    ['---\n"toolgate": minor\n---\n\nIt works now.\n', []],
    [
      '---\n"toolgate": minor\n"@toolgate/nothing": patch\n---\n\nIt works now.\n',
      ['There is no package "@toolgate/nothing".']
    ],
    [
      '---\n"@toolgate/core": patch\n---\n\nIt works now.\n',
      ['It does not name "toolgate", so that its text would be lost.']
    ],
    [
      '---\n"toolgate": large\n---\n\nIt works now.\n',
      [
        '""toolgate": large" is not a package and a kind of release.',
        'It does not name "toolgate", so that its text would be lost.'
      ]
    ],
    ['---\n"toolgate": minor\n---\n\nfixes\n', ["It has no sentence that says what changes."]],
    ["It works now.\n", ['It does not begin with the packages that it is about, between two lines of "---".']]
  ])("is refused if it says too little: %j", (text, faults) => {
    expect(faultsOf(text)).toEqual(faults)
  })
})
