// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of scripts
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { computesNames, findNames, searchesForFiles } from "../../src/contents/scriptText.ts"
import { findRunFiles, findScripts, searchRunFiles } from "../../src/contents.ts"

type Files = Readonly<Record<string, string>>

const makeWorkspace = (files: Files) => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true })
    writeFileSync(join(workspace, name), text)
  }
  return workspace
}

const search = (workspace: string, command: string, bounds?: Parameters<typeof findRunFiles>[2]) => {
  const argv = command.split(" ")
  const paths = argv.map((word) => resolve(workspace, word)).filter((path) => path.startsWith(workspace))
  const { files, unfollowed } = findRunFiles({ commands: [argv], paths }, workspace, bounds)
  return { files: files.map((path) => relative(workspace, path)).sort(), unfollowed }
}

/** For each way in which a script loads a file: the command, the files of the workspace, and the file that is loaded. */
const ways: ReadonlyArray<readonly [string, Files, string]> = [
  ["node a.js", { "a.js": "require('./b')", "b.js": "" }, "b.js"],
  ["node a.mjs", { "a.mjs": 'import x from "./lib/b.mjs"', "lib/b.mjs": "" }, "lib/b.mjs"],
  [
    "node a.mjs",
    { "a.mjs": 'import { x } from "#x"', "package.json": '{"imports":{"#x":"./y.js"}}', "y.js": "" },
    "y.js"
  ],
  ["node a.ts", { "a.ts": 'export * from "./b.js"', "b.ts": "" }, "b.ts"],
  ["node a.js", { "a.js": 'const x = require("./x.json")', "x.json": "{}" }, "x.json"],
  ["node a.js", { "a.js": 'require("./lib")', "lib/index.js": 'require("./c")', "lib/c.js": "" }, "lib/c.js"],
  [
    "node a.js",
    { "a.js": "fork(join(import.meta.dirname, 'lib', 'worker.js'))", "lib/worker.js": "" },
    "lib/worker.js"
  ],
  ["node s/t/a.js", { "s/t/a.js": 'require("../../lib/b")', "lib/b.js": "" }, "lib/b.js"],
  [
    "node a.js",
    { "a.js": 'require("dep")', "node_modules/dep/package.json": '{"main":"main.js"}', "node_modules/dep/main.js": "" },
    "node_modules/dep/main.js"
  ],
  ["node a.js", { "a.js": 'require("@x/dep")', "node_modules/@x/dep/index.js": "" }, "node_modules/@x/dep/index.js"],
  ["node .", { "package.json": '{"main":"./main.cjs"}', "main.cjs": "" }, "main.cjs"],
  ["node d", { "d/package.json": '{"main":"./main.cjs"}', "d/main.cjs": "" }, "d/main.cjs"],
  ["python3 a.py", { "a.py": "import b", "b.py": "" }, "b.py"],
  ["python3 a.py", { "a.py": "from pkg.sub import mod", "pkg/sub/mod.py": "" }, "pkg/sub/mod.py"],
  ["python3 pkg/a.py", { "pkg/a.py": "from . import b", "pkg/b.py": "" }, "pkg/b.py"],
  ["python3 a.py", { "a.py": "sys.path.insert(0, 'lib')\nimport b", "lib/b.py": "" }, "lib/b.py"],
  ["python3 a.py", { "a.py": "import pkg", "pkg/__init__.py": "" }, "pkg/__init__.py"],
  ["python3 a.py", { "a.py": 'exec(open("orders.txt").read())', "orders.txt": "" }, "orders.txt"],
  ["sh x.sh", { "x.sh": ". ./lib", lib: "" }, "lib"],
  ["sh x.sh", { "x.sh": '. "$(dirname "$0")/lib.sh"', "lib.sh": "" }, "lib.sh"],
  ["bash x.sh", { "x.sh": "source lib/env.txt", "lib/env.txt": "" }, "lib/env.txt"],
  ["sh x.sh", { "x.sh": "sh ./y.sh", "y.sh": "python3 z.py", "z.py": "" }, "z.py"],
  ["sh x.sh", { "x.sh": 'for f in parts/*.sh; do . "$f"; done', "parts/one.sh": "" }, "parts/one.sh"],
  ["make", { Makefile: "include rules/common.mk", "rules/common.mk": "" }, "rules/common.mk"],
  ["make", { Makefile: "all:\n\t./tools/gen out.txt", "tools/gen": "#!/bin/sh\n" }, "tools/gen"],
  ["make", { Makefile: "all: a.c\n\tcc -Iinc a.c", "a.c": '#include "x.h"', "inc/x.h": "" }, "inc/x.h"],
  [
    "npm test",
    { "package.json": '{"scripts":{"test":"node scripts/check.js"}}', "scripts/check.js": "" },
    "scripts/check.js"
  ],
  ["perl a.pl", { "a.pl": "use lib 'lib'; use Foo::Bar;", "lib/Foo/Bar.pm": "" }, "lib/Foo/Bar.pm"],
  ["ruby a.rb", { "a.rb": "require_relative 'lib/b'", "lib/b.rb": "" }, "lib/b.rb"],
  ["awk -f a.awk", { "a.awk": '@include "b.awk"', "b.awk": "" }, "b.awk"],
  ["python3 -c exec(open('t.py').read())", { "t.py": "" }, "t.py"],
  ["git -c include.path=$PWD/x.cfg l", { "x.cfg": "" }, "x.cfg"],
  ["sh x.sh", { "x.sh": '. "./my lib.sh"', "my lib.sh": "" }, "my lib.sh"],
  ["node --test", { "test/a.test.js": "" }, "test/a.test.js"],
  ["pytest", { "tests/test_a.py": "", "conftest.py": "" }, "tests/test_a.py"],
  ["npm test", { "package.json": '{"scripts":{"test":"vitest run"}}', "src/deep/a.test.ts": "" }, "src/deep/a.test.ts"],
  ["go test ./...", { "go.mod": "", "x/a_test.go": "" }, "x/a_test.go"],
  ["make check", { Makefile: "check:\n\tcargo test", "src/lib.rs": "" }, "src/lib.rs"]
]

describe("the files that a command runs", () => {
  it.each(ways)("of %j with %j include %s", (command, files, loaded) => {
    const workspace = makeWorkspace({ ...files, "other.py": "", "notes.txt": "", "data.json": "" })
    expect(search(workspace, command).files).toContain(loaded)
  })

  it.each(ways.filter(([command]) => !/test|check/.test(command)))(
    "of %j with %j include no file that nothing names",
    (command, files) => {
      const workspace = makeWorkspace({ ...files, "other.py": "", "notes.txt": "", "deep/unrelated.js": "" })
      expect(search(workspace, command).files.filter((path) => /other|notes|unrelated/.test(path))).toEqual([])
    }
  )

  it("include the files that an entry file loads, if any word names it", () => {
    const workspace = makeWorkspace({ "s/index.js": 'require("./b")', "s/b.js": "", "a.js": 'require("./s/index.js")' })
    expect(search(workspace, "node s/index.js").files).toEqual(["s/b.js", "s/index.js"])
    expect(search(workspace, "node a.js").files).toEqual(["a.js", "s/b.js", "s/index.js"])
  })

  it("include files named by a project's configuration only if a program reads it", () => {
    const files = {
      "package.json": '{"scripts":{"test":"vitest run","x":"node x.js"}}',
      "x.js": "",
      "a.js": "",
      "b.js": ""
    }
    const workspace = makeWorkspace(files)
    expect(search(workspace, "node a.js").files).toEqual(["a.js", "package.json"])
    expect(search(workspace, "npm test").files).toEqual(["a.js", "b.js", "package.json", "x.js"])
    writeFileSync(join(workspace, "y.sh"), "npm run x")
    expect(search(workspace, "sh y.sh").files).toEqual(["a.js", "b.js", "package.json", "x.js", "y.sh"])
  })

  it("include a file that replaces a loaded one", () => {
    const workspace = makeWorkspace({ "a.py": "import json" })
    expect(search(workspace, "python3 a.py").files).toEqual(["a.py"])
    writeFileSync(join(workspace, "json.py"), "")
    expect(search(workspace, "python3 a.py").files).toEqual(["a.py", "json.py"])
  })

  it("include a program that a script starts, and leave out data that it reads", () => {
    const workspace = makeWorkspace({
      "x.sh": "./run < state.txt > out.json",
      run: "",
      "state.txt": "",
      "out.json": ""
    })
    chmodSync(join(workspace, "run"), 0o755)
    expect(search(workspace, "sh x.sh").files).toEqual(["run", "x.sh"])
  })

  it("include the target of a link, and nothing outside the workspace", () => {
    const outside = makeWorkspace({ "b.js": 'require("./c")', "c.js": "", "d/e.js": "" })
    const workspace = makeWorkspace({ "a.js": 'require("./b"); require("./d/e"); require("./in/f")', "real/f.js": "" })
    symlinkSync(join(outside, "b.js"), join(workspace, "b.js"))
    symlinkSync(join(outside, "d"), join(workspace, "d"))
    symlinkSync(join(workspace, "real"), join(workspace, "in"))
    expect(search(workspace, "node a.js").files).toEqual(["a.js", "b.js", "real/f.js"])
  })

  it("are found even if scripts load each other in a cycle, or a folder links to itself", () => {
    const workspace = makeWorkspace({ "a.js": 'require("./b"); require("./loop/a")', "b.js": 'require("./a")' })
    symlinkSync(workspace, join(workspace, "loop"))
    expect(search(workspace, "node a.js")).toEqual({ files: ["a.js", "b.js"], unfollowed: [] })
  })

  it("exclude the files of a program that only reads", () => {
    const workspace = makeWorkspace({ "x.sh": ". ./lib.sh", "lib.sh": "" })
    expect(search(workspace, "cat x.sh")).toEqual({ files: [], unfollowed: [] })
  })

  it.each([
    ["node a.js", { "a.js": "require(name)" }],
    ["node a.mjs", { "a.mjs": "await import(`./${name}.js`)" }],
    ["python3 a.py", { "a.py": "importlib.import_module(name)" }],
    ["sh x.sh", { "x.sh": '. "$1"' }],
    ["sh x.sh", { "x.sh": 'for f in lib/*; do\n  source "$f"\ndone' }],
    ["make", { Makefile: "include $(EXTRA)" }]
  ] as ReadonlyArray<readonly [string, Files]>)("are reported as incomplete in %j with %j", (command, files) => {
    expect(search(makeWorkspace(files), command).unfollowed).toEqual(["files whose names are computed"])
  })

  it.each([
    ["node a.js", { "a.js": 'require("./b"); /x/.exec(y); await import("./c.js")' }],
    ["python3 a.py", { "a.py": "import re\nre.compile('x')" }],
    ["sh x.sh", { "x.sh": '. "$HERE/lib.sh"\necho "$1"' }]
  ] as ReadonlyArray<readonly [string, Files]>)("are complete in %j with %j", (command, files) => {
    expect(search(makeWorkspace(files), command).unfollowed).toEqual([])
  })

  const most = { files: 3, folders: 3, characters: 1000, lookups: 200 }

  it.each([
    ["files", { "a.js": "'b' 'c' 'd' 'e'", "b.js": "", "c.js": "", "d.js": "", "e.js": "" }],
    ["folders", { "a.js": "./p/x ./q/x ./r/x ./s/x", "p/x.js": "", "q/x.js": "", "r/x.js": "", "s/x.js": "" }],
    ["characters", { "a.js": "'b'", "b.js": "x".repeat(1000) }]
  ] as ReadonlyArray<readonly [string, Files]>)("are limited in %s, and the limit is reported", (_what, files) => {
    const found = search(makeWorkspace(files), "node a.js", { own: most, installed: most })
    expect(found.unfollowed).toEqual(["more files than can be compared"])
    expect(found.files).toContain("a.js")
  })

  it("are limited in lookups of names, and the limit is reported", () => {
    const workspace = makeWorkspace({ "a.js": "'x' 'y' 'z' './b'", "b.js": "" })
    const plenty = { files: 100, folders: 100, characters: 1000, lookups: 1000 }
    const find = (lookups: number) => search(workspace, "node a.js", { own: { ...plenty, lookups }, installed: plenty })
    expect(find(1000)).toEqual({ files: ["a.js", "b.js"], unfollowed: [] })
    expect(find(10)).toEqual({ files: ["a.js"], unfollowed: ["more files than can be compared"] })
  })

  it("leave out installed packages that are too many, and no file of the project", () => {
    const packages = Object.fromEntries(["p", "q", "r", "s"].map((name) => [`node_modules/${name}/index.js`, ""]))
    const workspace = makeWorkspace({ "a.js": 'require("p"); require("./b")', "b.js": '"q" "r" "s"', ...packages })
    const found = search(workspace, "node a.js", { own: { ...most, files: 10, folders: 10 }, installed: most })
    expect(found.unfollowed).toEqual(["installed packages (node_modules) in full"])
    expect(found.files).toEqual(expect.arrayContaining(["a.js", "b.js"]))
  })
})

describe("the search", () => {
  it("yields between files, and finds the same files", () => {
    const workspace = makeWorkspace({ "a.js": "'./b' './c'", "b.js": "", "c.js": "'./d'", "d.js": "" })
    const words = { commands: [["node", "a.js"]], paths: [join(workspace, "a.js")] }
    const turns = searchRunFiles(words, workspace)
    const step = () => turns.next()
    let steps = 0
    for (let last = step(); ; last = step(), steps++)
      if (last.done === true) {
        expect(last.value).toEqual(findRunFiles(words, workspace))
        break
      }
    // One for the words of the command, and one for each of the files.
    expect(steps).toBe(5)
  })

  it("finds named files in many folders in linear time", async () => {
    const names = Array.from({ length: 1024 }, (_, at) => `d${at}`)
    const workspace = makeWorkspace(Object.fromEntries(names.map((name) => [`${name}/x`, ""])))
    const find = (command: string) => {
      const words = command.split(" ")
      const paths = words.slice(1).map((word) => join(workspace, word))
      return findScripts([words], paths).map((path) => relative(workspace, path))
    }
    expect(find("make -C d1 x")).toEqual(["d1/x"])
    expect(find("make d1 d2 ./x ../d2/x").sort()).toEqual(["d1/x", "d2/x"])
    const make = (length: number) => ["make", "y", ...names.slice(0, length / 8)].join(" ")
    expect(await measureGrowth(find, make, names.length)).toBeLessThan(mostGrowth)
  })
})

describe("the names in a script", () => {
  it.each([
    ["points", repeated("a.")],
    ["points and a letter", repeated(".", "", "x")],
    ["lines", repeated("require('x')\n")],
    ["calls", repeated("require(")],
    ["quotes", repeated(`require("`)],
    ["dollars", repeated("$", ". ")],
    ["sources", repeated(". $")],
    ["blanks", repeated(" ", "go")],
    ["programs", repeated("go ")],
    ["stars", repeated("*.")],
    ["dashes", repeated("-")]
  ])("are read in time proportional to the script: %s", async (_name, make) => {
    const read = (text: string) => [
      [...findNames(text)].length,
      searchesForFiles(text),
      computesNames("a.sh", text),
      computesNames("a.js", text)
    ]
    expect(await measureGrowth(read, make)).toBeLessThan(mostGrowth)
  })
})
