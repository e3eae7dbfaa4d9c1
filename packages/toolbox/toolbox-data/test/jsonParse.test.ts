import { testTool } from "@toolgate/toolbox-testing"
import { jsonParse } from "../src/index.ts"

const faults: ReadonlyArray<readonly [string, string, string]> = [
  ["nothing", " \n", "there is nothing"],
  ["a trailing comma", "[1,\n 2,]", "line 2, column 4, there is a comma before the end"],
  ["single quotes", "{'a': 1}", "line 1, column 2, a string is not in double quotes"],
  ["a comment", "[1] // one", "line 1, column 5, there is a comment"],
  [
    "a word of Python",
    '{"a": None}',
    "line 1, column 7, there is a word without quotes; JSON writes true, false and null"
  ],
  ["a number that JSON lacks", "[NaN]", "line 1, column 2, there is a number that JSON does not have"],
  ["a name without quotes", "{a: 1}", "line 1, column 2, there is a word without double quotes"],
  ["a missing comma", '{"a": 1\r\n"b": 2}', 'line 2, column 1, a "," is missing'],
  ["a missing colon", '{"a" 1}', 'line 1, column 6, a ":" is missing'],
  ["a list that does not end", '{"a": [1, 2', 'line 1, column 12, a "]" is missing'],
  ["a text that does not end", '["abc\n]', "line 1, column 2, a string has no closing quote"],
  ["an unknown escape", '["\\d"]', "an escape that JSON does not have"],
  ["a control character", '["a\tb"]', "a control character"],
  ["two values", "{} {}", "line 1, column 4, the value has ended"],
  ["a number with a leading zero", "[01]", "line 1, column "],
  [
    "a member named twice",
    '{"a": {"b": 1,\n "b": 2}}',
    'names the member "b" twice, the second time at line 2, column 2'
  ],
  ["129 levels", "[".repeat(129) + "]".repeat(129), "128 levels"],
  ["an abyss", "[".repeat(1_000_000), "nested too deeply"]
]

const [one, two, three, four, five, ...more] = faults.map(([name, text, says]) => ({ name, args: { text }, says }))
if (!one || !two || !three || !four || !five) throw new Error("There are too few faults.")

testTool(jsonParse, {
  good: {
    name: "returns the value of a file",
    args: { path: "a.json" },
    files: { "a.json": '{"a":[true,null,1e3]}' },
    value: { value: { a: [true, null, 1000] } }
  },
  edge: [
    { name: "returns a scalar", args: { text: " 0 " }, value: { value: 0 } },
    {
      name: "keeps members of any name",
      args: { text: '{"__proto__":1}' },
      value: { value: JSON.parse('{"__proto__":1}') }
    },
    {
      name: "lets two objects have members of one name",
      args: { text: '[{"a":1},{"a":{"a":2}}]' },
      value: { value: [{ a: 1 }, { a: { a: 2 } }] }
    },
    {
      name: "cuts a long text",
      args: { text: JSON.stringify("é".repeat(100_000)) },
      value: { cut: true, total: 100_000 }
    }
  ],
  bad: [one, two, three, four, five, ...more, { name: "no text at all", args: {}, says: "none is given" }],
  cancel: { args: { text: `[${Array(1_000_000).fill('{"a":1}').join()}]` } },
  worst: { args: { text: `[${Array(1_200_000).fill('{"a":1}').join()}]` }, ends: ["limit", "result"] }
})
