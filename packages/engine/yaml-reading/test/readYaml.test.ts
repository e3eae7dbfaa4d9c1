import { describe, expect, it } from "vitest"
import {
  addSource,
  duration,
  FileReading,
  flag,
  listOf,
  mapOf,
  path,
  readYaml,
  recordOf,
  textOf
} from "../src/index.ts"

const name = textOf("a name", (text, { node }, reading) =>
  /^[a-z]+$/.test(text) ? text : reading.fault(node.at, () => "a name has small letters")
)
const names = {
  step: "TOOL",
  schema: { pattern: "^[a-z]+$" },
  read: (key: string, at: number, reading: FileReading) =>
    /^[a-z]+$/.test(key) ? key : reading.fault(at, () => `${JSON.stringify(key)} is not a name`)
}

const tool = recordOf(
  "a tool",
  {
    program: { shape: path, description: "What is started.", absent: undefined },
    aliases: {
      shape: listOf(
        "a list of names",
        addSource(name, (text, source) => ({ text, source }))
      ),
      description: "Other names.",
      absent: "none"
    },
    destructive: { shape: flag, description: "Whether it may destroy something.", absent: "false" },
    timeout: { shape: duration, description: "How long a call may run.", absent: "30s" }
  },
  ({ program, aliases = [], destructive = false, timeout = 30_000 }, at, reading) => ({
    program,
    aliases,
    destructive,
    timeout,
    source: reading.source(at)
  })
)

const catalogue = recordOf(
  "a catalogue",
  { tools: { shape: mapOf("a map of tools", names, tool), description: "The tools.", absent: undefined } },
  ({ tools }) => tools
)

const read = (text: string) => {
  const reading = new FileReading({
    name: "tools.yaml",
    what: "catalogue",
    least: "tools: {}",
    home: "/home/me",
    platform: "linux"
  })
  return (
    readYaml(text, catalogue, reading) ?? reading.faults?.problems.map(({ source, message }) => `${source} ${message}`)
  )
}

describe("a file other than a policy", () => {
  it("is read by other shapes, with the position of each entry", () => {
    expect(read("tools:\n  grep: { program: ~/bin/grep, aliases: [search, find], timeout: 1.5s }\n")).toEqual(
      new Map([
        [
          "grep",
          {
            program: "/home/me/bin/grep",
            aliases: [
              { text: "search", source: "tools.yaml:2:42" },
              { text: "find", source: "tools.yaml:2:50" }
            ],
            destructive: false,
            timeout: 1500,
            source: "tools.yaml:2:3"
          }
        ]
      ])
    )
  })

  it("is refused in its own terms, with the position of every fault", () => {
    expect(read("tools:\n  Grep: { aliases: [x, Y], programm: /a, destructive: yes }\n  b: &x 1\n")).toEqual([
      'tools.yaml:2:3 "Grep" is not a name',
      'tools.yaml:2:3 a tool needs the key "program"',
      "tools.yaml:2:24 a name has small letters",
      'tools.yaml:2:28 unknown key "programm" in a tool; did you mean "program"?',
      'tools.yaml:2:55 "destructive" must be true or false, not "yes"; YAML 1.2 reads "yes" as text',
      'tools.yaml:3:6 anchors are not supported; put "&x" in quotes if you mean the text',
      'tools.yaml:3:9 "b" must be a map, not 1'
    ])
    expect([
      read(""),
      read("- a"),
      read("tools: {}\n---\ntools: {}"),
      read("%YAML 1.1\n---\ntools: {}"),
      read(" ".repeat(4 * 2 ** 20 + 1))
    ]).toEqual([
      ['tools.yaml:1:1 the file is empty; write at least "tools: {}"'],
      ["tools.yaml:1:1 the catalogue must be a map, not a list"],
      ["tools.yaml:2:1 a second document begins; a catalogue is a single document"],
      ['tools.yaml:1:1 directives such as "%YAML 1.1" are not supported; a catalogue is YAML 1.2'],
      ["tools.yaml:1:1 the text is longer than 4 MiB; split the catalogue into several files"]
    ])
  })
})

it("restores the environment of the process, even if reading stops early", () => {
  const { env } = process
  for (const text of ["a: 1", "[".repeat(100)]) {
    readYaml(text, tool, new FileReading({ name: "t.yaml", what: "tool", least: "program: /bin/true" }))
    expect(process.env).toBe(env)
  }
})
