import { testTool } from "@toolgate/toolbox-testing"
import { lintPython } from "../src/index.ts"

testTool(lintPython, {
  good: {
    name: "finds faults in a file, by line and column",
    args: { path: "a.py" },
    files: { "a.py": "import os\n\n\ndef f():\n    é = 1; return nope\n" },
    value: {
      violations: [
        { code: "F401", line: 1, column: 8, fixable: true },
        { code: "F841", line: 5, column: 5 },
        { code: "E702", line: 5, column: 10, fixable: false },
        { code: "F821", message: "Undefined name `nope`", line: 5, column: 19 }
      ],
      total: 4,
      cut: false
    }
  },
  edge: [
    { name: "finds nothing in no code", args: { code: "" }, value: { violations: [], total: 0 } },
    {
      name: "takes an error of syntax for a violation",
      args: { code: "def f(:\n    pass\n" },
      value: { violations: [{ code: "invalid-syntax", line: 1, column: 7, fixable: false }, {}], total: 2 }
    },
    {
      name: "reads no configuration of the workspace",
      args: { path: "a.py" },
      files: { "a.py": "import os\n", "pyproject.toml": "[tool.ruff.lint]\nselect = []\n" },
      value: { total: 1 }
    },
    {
      name: "cuts a list that is long",
      args: { code: "nope\n".repeat(2000) },
      value: { total: 2000, cut: true },
      text: /\[Cut: /
    }
  ],
  bad: [
    { name: "neither code nor a file", args: {}, says: /"code" or "path"; none is given/ },
    { name: "both", args: { code: "", path: "a.py" }, files: { "a.py": "" }, says: "several are given" },
    { name: "a file that there is not", args: { path: "a.py" }, says: "Nothing exists", class: "execution_error" },
    {
      name: "a file outside of the workspace",
      args: { path: "../a.py" },
      says: "workspace",
      class: "permission_denied"
    },
    {
      name: "a binary file",
      args: { path: "a.py" },
      files: { "a.py": new Uint8Array([0xff, 0xfe, 0]) },
      says: "not UTF-8",
      class: "execution_error"
    },
    {
      name: "code that nests too deeply",
      args: { code: "(".repeat(200_000) },
      says: "nested too deeply",
      class: "execution_error"
    },
    { name: "an argument that there is not", args: { code: "", select: "ALL" }, says: "select" }
  ],
  cancel: { args: { code: "x = 1\n".repeat(1_000_000) } },
  worst: { args: { code: "nope\n".repeat(1_000_000) }, ends: ["limit", "failure"] }
})
