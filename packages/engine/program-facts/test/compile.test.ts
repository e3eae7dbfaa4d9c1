import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { compilePrograms } from "../bin/compile.mjs"

/** Compiles files, and returns what the compiled module exports. */
const compiled = async (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-programs-"))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const target = join(folder, "programs.js")
  compilePrograms(folder, target)
  return { folder, target }
}

describe("compilePrograms", () => {
  it("finds each program by each of its names, without the examples", async () => {
    const { target } = await compiled({
      "a.yaml": "names: [a, __proto__]\noptions: -é\nexamples:\n  - { rule: a, harmless: a -é }\n",
      "b.yaml": "names: [b]\n"
    })
    const { parts, places } = await import(target)
    const read = (name: string) => {
      const [part, from, to] = places[name]
      return JSON.parse(parts[part]().slice(from, to))
    }
    expect(read("a")).toEqual({ names: ["a", "__proto__"], options: "-é" })
    expect(read("b")).toEqual({ names: ["b"] })
    expect(Object.hasOwn(places, "__proto__") && read("__proto__")).toEqual(read("a"))
  })

  it("writes only after a change", async () => {
    const { folder, target } = await compiled({ "a.yaml": "names: [a]\n" })
    const before = readFileSync(target, "utf8")
    writeFileSync(target, before.replace("export", "/* kept */ export"))
    compilePrograms(folder, target)
    expect(readFileSync(target, "utf8")).toContain("/* kept */")
    writeFileSync(join(folder, "a.yaml"), "names: [a, b]\n")
    compilePrograms(folder, target)
    expect(readFileSync(target, "utf8")).not.toContain("/* kept */")
  })

  it.each([
    [
      "two files about one program",
      { "a.yaml": "names: [a, c]\n", "b.yaml": "names: [b, c]\n" },
      'b.yaml: a.yaml has the name "c" as well. Put both into one file.'
    ],
    [
      "programs that lead back to themselves",
      {
        "a.yaml": "names: [a]\nsubcommands:\n  x:\n    subcommands:\n      b: { isProgram: true }\n",
        "b.yaml": "names: [b]\nsubcommands:\n  c: { isProgram: true }\n",
        "c.yaml": "names: [c]\nsubcommands:\n  a: { isProgram: true }\n"
      },
      'a.yaml: the subcommands with "isProgram" lead back to this file: "b", then "c", then "a".'
    ],
    [
      "a program that is itself a subcommand",
      { "a.yaml": "names: [a]\nsubcommands: { a: { isProgram: true } }\n" },
      'a.yaml: the subcommands with "isProgram" lead back to this file: "a".'
    ],
    [
      "a subcommand that is a program without a file",
      { "a.yaml": "names: [a]\nsubcommands: { b: { isProgram: true } }\n" },
      'a.yaml: the subcommand "b" has "isProgram", but no file is about "b".'
    ],
    ["a file without names", { "a.yaml": "options: -a\n" }, 'a.yaml needs the key "names", a list of names.'],
    ["a file that is not YAML", { "a.yaml": "names: [a\n" }, "a.yaml is not YAML: "]
  ])("refuses %s", async (_what, files, says) => {
    await expect(compiled(files)).rejects.toThrow(says)
  })
})
