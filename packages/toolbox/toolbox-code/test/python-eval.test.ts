import { testTool } from "@toolgate/toolbox-testing"
import { pythonEval } from "../src/index.ts"

const failing = (name: string, expression: string, says: string | RegExp) => ({
  name,
  args: { expression },
  says,
  class: "execution_error" as const
})

testTool(pythonEval, {
  good: {
    name: "evaluates an expression",
    args: { expression: "{'a': [1, 2.5, None], 'b': math.sqrt(16)}" },
    value: { value: { a: [1, 2.5, null], b: 4 }, type: "dict" }
  },
  edge: [
    {
      name: "writes a number that JSON lacks as Python does",
      args: { expression: "float('nan')" },
      value: { value: "nan" }
    },
    {
      name: "loses no digit of a whole number",
      args: { expression: "2 ** 64" },
      value: { value: "18446744073709551616", type: "int" }
    },
    {
      name: "takes nothing that is printed for the value",
      args: { expression: "print('{\"value\": 1}')" },
      value: { value: null, type: "NoneType" }
    },
    {
      name: "takes an expression of several lines",
      args: { expression: "\n(1 +\n 2)\n" },
      value: { value: 3, type: "int" }
    }
  ],
  bad: [
    {
      name: "a statement",
      args: { expression: "import os" },
      says: /no statement: invalid syntax, in line 1, column 1/
    },
    { name: "two expressions", args: { expression: "1; 2" }, says: "line 1" },
    { name: "an expression that is too deep", args: { expression: "(".repeat(50_000) }, says: "one Python expression" },
    { name: "a NUL", args: { expression: "1\0" }, says: "one Python expression" },
    { name: "an empty expression", args: { expression: "" }, says: "expression" },
    { name: "a minute and a second", args: { expression: "1", timeout_s: 61 }, says: "timeout_s" },
    failing("what raises", "1 / 0", "raised ZeroDivisionError: division by zero"),
    failing("what ends the process", "exit(3)", "raised "),
    failing("what ends the process at once", "__import__('os')._exit(7)", "with status 7, so its value is lost"),
    failing("what crashes", "__import__('os').abort()", "crashed (SIGABRT), so its value is lost"),
    failing("what answers twice", "[__import__('os').fork(), 1][1]", "with status 0, so its value is lost"),
    failing("what closes the way of the answer", "__import__('os').closerange(3, 9)", "with status 1"),
    {
      name: "what leaves a process behind that goes on",
      args: { expression: "[__import__('os').fork() or __import__('time').sleep(50), 1]", timeout_s: 1 },
      says: "timeout_s",
      class: "execution_error"
    },
    failing("a value that is too long", "'x' * 100_000", "64 KiB"),
    failing("more memory than is available", "'x' * 2**31", "MemoryError"),
    {
      name: "what takes longer than it is given",
      args: { expression: "__import__('time').sleep(50)", timeout_s: 1 },
      says: "timeout_s",
      class: "execution_error"
    }
  ],
  cancel: { args: { expression: "7 ** 7 ** 9" } },
  worst: { args: { expression: "7 ** 7 ** 9", timeout_s: 60 }, ends: "limit" }
})
