import { describe, expect, it } from "vitest"
import { FileReading, jsonValue, locateEntries, readYaml, recordOf, resource } from "../src/index.ts"

const read = (text: string) => {
  const reading = new FileReading({ name: "r.yaml", what: "resource", least: "kind: url" })
  const value = readYaml(text, resource, reading)
  return reading.faults === undefined ? value : reading.faults.problems.map(({ message }) => message)
}

describe("the shape of a resource", () => {
  it("accepts an argument by its name or by a pointer", () => {
    expect(read("{ kind: file, arg: path, mode: r }")).toEqual({
      kind: "file",
      arg: "/path",
      mode: "r",
      within: "workspace"
    })
    expect(read("{ kind: file, arg: path, mode: r, absent: nothing }")).toMatchObject({ absent: "nothing" })
    expect(read("{ kind: url, arg: /links/*, fallback: 'https://example.org' }")).toEqual({
      kind: "url",
      arg: "/links/*",
      fallback: "https://example.org"
    })
  })

  it("accepts a host that every call reaches", () => {
    expect(read("{ kind: host, host: api.example.org }")).toEqual({ kind: "host", host: "api.example.org", port: 443 })
  })

  it.each([
    ["{ kind: file, arg: path }", 'a resource of the kind "file" needs the key "mode"'],
    ["{ kind: fil, arg: path }", 'unknown kind of resource "fil"; did you mean "file"?'],
    ["{ kind: url, arg: a/b }", '"a/b" is neither the name of an argument nor a JSON pointer, as in "/options/path"'],
    ["{ kind: url, arg: a, mode: r }", 'the key "mode" is for a resource of the kind "file", and this one is "url"'],
    ["{ kind: shell, arg: /a/* }", 'a resource of the kind "shell" cannot be a list; only files and URLs can'],
    [
      "{ kind: shell, arg: a, fallback: b }",
      'the key "fallback" is for a resource of the kind "file" or "url", and this one is "shell"'
    ],
    [
      "{ kind: file, arg: a, mode: r, fallback: b, absent: nothing }",
      'a resource has the key "fallback" or the key "absent", and not both'
    ],
    ["{ kind: url }", 'a resource of the kind "url" needs the key "arg"'],
    ["{ kind: host }", 'a resource of the kind "host" needs the key "host"'],
    [
      "{ kind: host, arg: a, host: b }",
      'the key "arg" is for a resource of the kind "file" or "url" or "shell" or "argv", and this one is "host"'
    ],
    [
      "{ kind: host, host: 'https://a.org' }",
      '"https://a.org" is not a host as in a URL: write it in lower case, without a scheme or a port'
    ]
  ])("refuses %s", (text, message) => {
    expect(read(text)).toEqual([message])
  })
})

it("keeps the offset of a value beside it, and reads any JSON", () => {
  const shape = recordOf(
    "a record",
    { value: { shape: locateEntries(jsonValue), description: "A value.", absent: undefined } },
    ({ value }) => value
  )
  const reading = new FileReading({ name: "r.yaml", what: "record", least: "value: 1" })
  expect(readYaml("# A comment.\nvalue: [1, null, { a: b }]", shape, reading)).toEqual({
    value: [1, null, { a: "b" }],
    at: 13
  })
})
