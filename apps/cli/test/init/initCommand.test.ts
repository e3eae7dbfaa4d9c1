import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { dirname, join, resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

/** Returns a folder with files, some of them in folders. A name that ends in "/" is a folder. */
const project = (files: Readonly<Record<string, string>>): string => {
  const at = folder()
  for (const [name, text] of Object.entries(files)) {
    const path = join(at, name)
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true })
    if (!name.endsWith("/")) writeFileSync(path, text)
  }
  return at
}

const scripts = JSON.stringify({ scripts: { test: "vitest run", lint: "eslint .", typecheck: "tsc", build: "tsc -b" } })
const git = { ".git/HEAD": "ref: refs/heads/main\n" }

const projects: ReadonlyArray<
  readonly [string, Readonly<Record<string, string>>, found: string, rules: ReadonlyArray<string>]
> = [
  ["nothing", {}, "a folder with nothing in it yet", []],
  ["git alone", git, "git", ["shell(git status:*)", "shell(git push:*)"]],
  [
    "npm",
    { ...git, "package.json": scripts, "package-lock.json": "{}", "src/a.js": "", "test/a.js": "" },
    "npm (package-lock.json), git",
    [
      "shell(npm test)",
      "shell(npm run lint)",
      "shell(npm run typecheck)",
      "write_file(src/**)",
      "patch_file(test/**)",
      "shell(npm install:*)"
    ]
  ],
  ["npm without a lock or scripts", { "package.json": "{}" }, "npm (package.json)", ["shell(npm publish:*)"]],
  ["npm whose manifest is none", { "package.json": "{" }, "npm (package.json)", []],
  [
    "npm as it begins",
    { "package.json": JSON.stringify({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }) },
    "npm (package.json)",
    []
  ],
  [
    "pnpm",
    { "package.json": scripts, "pnpm-lock.yaml": "" },
    "pnpm (pnpm-lock.yaml)",
    ["shell(pnpm test)", "shell(pnpm run lint)", "shell(pnpm add:*)"]
  ],
  [
    "pnpm by its field",
    { "package.json": JSON.stringify({ packageManager: "pnpm@12.0.0" }) },
    "pnpm (package.json)",
    ["shell(pnpm add:*)"]
  ],
  [
    "yarn",
    { "package.json": scripts, "yarn.lock": "" },
    "yarn (yarn.lock)",
    ["shell(yarn test)", "shell(yarn run lint)"]
  ],
  [
    "bun",
    { "package.json": scripts, "bun.lock": "{}", "tsconfig.json": "{}", "src/a.ts": "" },
    "bun (bun.lock)",
    ["shell(bun run test)"]
  ],
  [
    "uv",
    {
      "pyproject.toml": '[project]\nname = "a"\n[dependency-groups]\ndev = ["pytest"]\n',
      "uv.lock": "",
      "shop/__init__.py": ""
    },
    "Python with uv (uv.lock)",
    ["shell(uv run pytest)", "write_file(shop/**)", "shell(uv add:*)"]
  ],
  [
    "Poetry",
    { "pyproject.toml": '[tool.poetry]\nname = "a"\n', "tests/a.py": "" },
    "Python with Poetry (pyproject.toml)",
    ["shell(poetry run python -m unittest)", "shell(poetry add:*)"]
  ],
  [
    "pip",
    { "requirements.txt": "flask\n", "requirements-dev.txt": "pytest\n" },
    "Python with pip (requirements.txt)",
    ["shell(pytest)", "shell(pip install:*)"]
  ],
  ["pip without pytest", { "setup.py": "" }, "Python with pip (setup.py)", ["shell(python3 -m unittest)"]],
  [
    "Go",
    { ...git, "go.mod": "module a\n", "cmd/a.go": "", "internal/b.go": "" },
    "Go (go.mod), git",
    ["shell(go test ./...)", "write_file(cmd/**)", "shell(go get:*)"]
  ],
  [
    "Rust",
    { "Cargo.toml": "[package]\n", "src/main.rs": "" },
    "Rust (Cargo.toml)",
    ["shell(cargo test)", "shell(cargo publish:*)"]
  ],
  ["Maven", { "pom.xml": "<project/>", "src/main/java/A.java": "" }, "Java with Maven (pom.xml)", ["shell(mvn test)"]],
  [
    "Maven with its wrapper",
    { "pom.xml": "<project/>", mvnw: "" },
    "Java with Maven (pom.xml)",
    ["shell(./mvnw test)"]
  ],
  ["Gradle", { "build.gradle.kts": "", gradlew: "" }, "Gradle (build.gradle.kts)", ["shell(./gradlew test)"]],
  [
    ".NET, Elixir and Deno",
    { "global.json": "{}", "mix.exs": "", "deno.json": "{}" },
    ".NET (global.json), Elixir (mix.exs), Deno (deno.json)",
    ["shell(dotnet test)", "shell(mix test)", "shell(deno test)"]
  ],
  [
    "make",
    { Makefile: "build:\n\ttrue\n\ntest: build\n\ttrue\n", "src/a.c": "" },
    "make (Makefile)",
    ["shell(make test)"]
  ],
  ["make without tests", { Makefile: "test := 1\n" }, "make (Makefile)", []],
  [
    "a monorepo of one language",
    {
      ...git,
      "package.json": scripts,
      "pnpm-workspace.yaml": "packages: [packages/*]\n",
      "packages/a/package.json": scripts,
      "packages/a/src/a.ts": "",
      "packages/b/package.json": scripts,
      "packages/b/src/b.ts": "",
      "node_modules/x/package.json": "{}"
    },
    "pnpm (pnpm-workspace.yaml), npm (package.json) in packages/a, npm (package.json) in packages/b, git",
    ["shell(cd:*)", "write_file(packages/*/src/**)", "shell(pnpm test)"]
  ],
  [
    "a monorepo of several",
    {
      "api/go.mod": "",
      "api/cmd/a.go": "",
      "web/package.json": scripts,
      "web/yarn.lock": "",
      "web/src/a.ts": "",
      "jobs/pyproject.toml": "[tool.uv]\n",
      "jobs/uv.lock": ""
    },
    "Go (go.mod) in api, Python with uv (uv.lock) in jobs, yarn (yarn.lock) in web",
    ["shell(cd:*)", "write_file(api/cmd/**)", "write_file(web/src/**)", "shell(go test ./...)", "shell(yarn test)"]
  ],
  [
    "names that are none in a pattern",
    { "pack(age)*s/a/package.json": "{}", "-x/go.mod": "", "a b/src/a.ts": "", "src/[x]/a": "", 'q"/go.mod': "" },
    "a folder with nothing in it yet",
    ["write_file(src/**)"]
  ]
]

describe("toolgate init", () => {
  it.each(projects)(
    "writes a policy with passing tests and no lint findings: %s",
    async (_what, files, found, rules) => {
      const cwd = project(files)
      const { status, stdout, stderr } = await toolgate(["init"], { cwd })
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
      expect(stdout).toContain(`Wrote toolgate.yaml for ${found}.\n`)
      const text = readFileSync(join(cwd, "toolgate.yaml"), "utf8")
      for (const rule of rules) expect(text).toContain(`    - ${JSON.stringify(rule)}`)
      const [tested, linted] = await Promise.all([
        toolgate(["policy", "test", "toolgate.yaml"], { cwd }),
        toolgate(["policy", "lint", "--strict", "toolgate.yaml"], { cwd })
      ])
      expect(tested).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[1-9]\d* passed, 0 failed\n$/) })
      expect([linted.status, linted.stdout.match(/.*(?:error|warning): .*/g)]).toEqual([0, null])
    }
  )

  it("names a schema that exists on every machine: in the folder's own packages, or beside the policy", async () => {
    const schemaIn = async (cwd: string) => {
      await toolgate(["init"], { cwd })
      const [, path = ""] =
        /^# yaml-language-server: \$schema=(.*)\n/.exec(readFileSync(join(cwd, "toolgate.yaml"), "utf8")) ?? []
      return path
    }
    const elsewhere = folder()
    const shipped = await schemaIn(elsewhere)
    expect(shipped).toBe("./toolgate.schema.json")
    expect(JSON.parse(readFileSync(resolve(elsewhere, shipped), "utf8")).title).toBe("A policy of Toolgate")
    const own = folder({ "toolgate.schema.json": "mine" })
    await schemaIn(own)
    expect(readFileSync(join(own, shipped), "utf8")).toBe("mine")
    const path = "node_modules/@toolgate/cli/dist/policy.schema.json"
    expect(await schemaIn(project({ [path]: "{}" }))).toBe(`./${path}`)
  })

  it.each(["a file", "a link to nothing", "a folder"])("overwrites nothing: %s", async (what) => {
    const cwd = project(
      what === "a folder" ? { "toolgate.yaml/a": "" } : what === "a file" ? { "toolgate.yaml": "mine" } : {}
    )
    if (what === "a link to nothing") symlinkSync(join(cwd, "absent"), join(cwd, "toolgate.yaml"))
    const { status, stdout, stderr } = await toolgate(["init"], { cwd })
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: 'toolgate: "toolgate.yaml" already exists, and was not changed. To start again, move it away first.\n'
    })
    if (what === "a file") expect(readFileSync(join(cwd, "toolgate.yaml"), "utf8")).toBe("mine")
    expect(existsSync(join(cwd, "absent"))).toBe(false)
  })

  it.each([
    ["toolgate", "vitest"],
    ["npx toolgate", "'toolgate' init"]
  ])("names commands that can be typed: %s", async (typed, script) => {
    const env = { npm_lifecycle_event: "npx", npm_lifecycle_script: script }
    const { stdout } = await toolgate(["init"], { cwd: project({}), env })
    const commands = ["policy test", "policy lint --strict", "call list_dir --policy"]
    const lines = stdout.split("\n")
    expect(lines.slice(lines.indexOf("Next:") + 1).slice(0, 3)).toEqual(
      commands.map((words) => `  ${typed} ${words} toolgate.yaml`)
    )
  })

  it("names the outside folders that confined commands see, and how to make linked packages visible", async () => {
    const base = realpathSync(
      project({ "main/.git/HEAD": "ref: refs/heads/main\n", "wt/": "", "deps/node_modules/": "" })
    )
    for (const name of ["objects", "refs", "worktrees/wt"])
      mkdirSync(join(base, "main/.git", name), { recursive: true })
    const own = join(base, "main/.git/worktrees/wt")
    writeFileSync(join(base, "wt/.git"), `gitdir: ${own}\n`)
    writeFileSync(join(own, "gitdir"), `${join(base, "wt/.git")}\n`)
    writeFileSync(join(own, "commondir"), "../..\n")
    symlinkSync("../deps/node_modules", join(base, "wt/node_modules"))
    const { stdout } = await toolgate(["init"], { cwd: join(base, "wt") })
    expect(stdout).toContain(`see what lies beside the folder: "${join(base, "main/.git")}" (git writes there).`)
    expect(stdout).toContain(`tools: { shell: { path: ["${join(base, "deps/node_modules")}"] } }`)
  })

  it.each(["{ not json", "[]", "7", ""])("names the package.json without readable scripts: %s", async (text) => {
    const { status, stdout } = await toolgate(["init"], {
      cwd: project({ "package.json": text, "a/package.json": "{}" })
    })
    expect(status).toBe(0)
    expect(stdout).toContain('No rule is written for the scripts of "package.json": it is not valid JSON.\n')
    expect(stdout).not.toContain("a/package.json")
  })

  it("names the root of a repository above, and takes the lock file from there", async () => {
    const root = realpathSync(
      project({ ".git/HEAD": "", "pnpm-lock.yaml": "", "packages/a/package.json": scripts, "packages/b/": "" })
    )
    const { stdout } = await toolgate(["init"], { cwd: join(root, "packages/a") })
    expect(stdout).toContain("Wrote toolgate.yaml for pnpm (pnpm-lock.yaml).\n")
    expect(stdout).toContain(`The root of the repository is "${root}". Calls in this folder do not reach it`)
    const json = await toolgate(["init", "--json"], { cwd: join(root, "packages/b") })
    expect(JSON.parse(json.stdout)).toMatchObject({ found: [], repository: root })
  })

  it.each(["/", dirname(userInfo().homedir)])("refuses a folder that holds home folders: %s", async (path) => {
    const { status, stdout, stderr } = await toolgate(["init", "--workspace", path])
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" })
    expect(stderr).toContain(`The folder "${path}" is not the folder of one project`)
    expect(existsSync(join(path, "toolgate.yaml"))).toBe(false)
  })

  it("answers in one line of JSON, and for the folder that --workspace names", async () => {
    const cwd = project({ "a/go.mod": "" })
    const { stdout } = await toolgate(["init", "--workspace", "a", "--json"], { cwd })
    expect(JSON.parse(stdout)).toEqual({
      success: true,
      path: "a/toolgate.yaml",
      found: ["Go (go.mod)"],
      beside: [],
      unread: [],
      repository: null,
      problem: null
    })
    expect(existsSync(join(cwd, "a", "toolgate.yaml"))).toBe(true)
    expect(await toolgate(["init", "--workspace", "absent"], { cwd })).toMatchObject({ status: 2, stdout: "" })
  })

  it("applies as announced: fully if named, and otherwise only as restrictions", async () => {
    const cwd = project({ "package.json": scripts, "src/a.ts": "", ".env": "KEY=1" })
    await toolgate(["init"], { cwd })
    const call = (...words: ReadonlyArray<string>) => toolgate(["call", ...words], { cwd })
    expect(await call("write_file", "path=src/b.ts", "content=x", "--policy", "toolgate.yaml")).toMatchObject({
      status: 0,
      stderr: ""
    })
    expect(await call("write_file", "path=src/c.ts", "content=x")).toMatchObject({ status: 1 })
    expect((await call("read_file", "path=.env")).stderr).toContain("allow rules are ignored")
  })
})
