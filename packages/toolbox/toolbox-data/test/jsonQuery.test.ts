import { testTool } from "@toolgate/toolbox-testing"
import { jsonQuery } from "../src/index.ts"

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels)

testTool(jsonQuery, {
  good: {
    name: "returns what an expression finds in a file",
    args: { path: "data/a.json", expression: "a.b[1]" },
    files: { "data/a.json": '{"a":{"b":[1,"two"]}}' },
    value: { value: "two" }
  },
  edge: [
    { name: "returns null for what is not there", args: { json: "{}", expression: "a.b" }, value: { value: null } },
    {
      name: "returns members of any name",
      args: { json: '{"__proto__":{"a":1}}', expression: "keys(@)" },
      value: { value: ["__proto__"] }
    },
    { name: "has null for the average of nothing", args: { json: "[]", expression: "avg(@)" }, value: { value: null } },
    { name: "sees no prototype", args: { json: "{}", expression: "constructor" }, value: { value: null } },
    { name: "reads 128 levels", args: { json: deep(128), expression: "length(@)" }, value: { value: 1 } },
    { name: "reads past the mark of a file", args: { json: "\ufeff[1]", expression: "[0]" }, value: { value: 1 } },
    {
      name: "cuts a long list and says how many items there are",
      args: { json: JSON.stringify(Array(20_000).fill("abcdef")), expression: "@" },
      value: { cut: true, total: 20_000 },
      text: /^\{"value":\["abcdef",.*\n\[Cut: these are the first \d+ of 20000 items\. Ask for fewer/s
    }
  ],
  bad: [
    {
      name: "neither a text nor a file",
      args: { expression: "a" },
      says: '"json" or "path"; none is given'
    },
    {
      name: "a text and a file",
      args: { json: "{}", path: "a.json", expression: "a" },
      files: { "a.json": "{}" },
      says: "several are given"
    },
    {
      name: "a fault that would show only when the expression is evaluated",
      args: { json: '{"a":1}', expression: "a..b" },
      says: "at character 3: a name"
    },
    {
      name: "a missing file",
      args: { path: "a.json", expression: "a" },
      says: 'The file of the argument "path" cannot be read: Nothing exists at the path.',
      class: "execution_error"
    },
    { name: "an expression with a fault", args: { json: "{}", expression: "a[0" }, says: "at character " },
    {
      name: "a function that there is not",
      args: { json: "{}", expression: "lenght(@)" },
      says: 'did you mean "length"?'
    },
    {
      name: "invalid JSON",
      args: { json: '{\n "a": 1,\n}', expression: "a" },
      says: "at line 3, column 1, there is a comma"
    },
    { name: "JSON that nests too deeply", args: { json: deep(129), expression: "@" }, says: "128 levels" },
    {
      name: "an expression that does not fit",
      args: { json: '{"a":[1,"x"]}', expression: "sum(a)" },
      says: "does not fit the JSON",
      class: "execution_error"
    },
    {
      name: "items of several kinds to sort by",
      args: { json: '[{"a":1},{"b":2}]', expression: "sort_by(@, &a)" },
      says: "it meets both numbers and null",
      class: "execution_error"
    },
    {
      name: "an expression without a value",
      args: { json: "{}", expression: "&a" },
      says: 'names a part with "&"',
      class: "execution_error"
    },
    {
      name: "a result that is a large object",
      args: { json: JSON.stringify({ a: "x".repeat(70_000) }), expression: "@" },
      says: "some of its members",
      class: "execution_error"
    },
    {
      name: "a file outside of the workspace",
      args: { path: "../a", expression: "@" },
      says: "leads out",
      class: "permission_denied"
    },
    {
      name: "a binary file",
      args: { path: "a", expression: "@" },
      files: { a: new Uint8Array([0xff, 0xfe, 0]) },
      says: "not UTF-8",
      class: "execution_error"
    }
  ],
  cancel: {
    args: { path: "a.json", expression: "[].sort(@)" },
    files: { "a.json": JSON.stringify([Array.from({ length: 1_000_000 }, (_, at) => (at * 7919) % 1_000_003)]) }
  },
  worst: {
    args: { path: "a.json", expression: Array(30).fill("map(&sort(@), @)").join(" | ") },
    files: { "a.json": JSON.stringify([Array.from({ length: 1_000_000 }, (_, at) => (at * 7919) % 1_000_003)]) },
    ends: "limit"
  }
})
