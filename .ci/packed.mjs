// Checks what a user installs: `node .ci/packed.mjs [FOLDER]`. Every package is installed by npm from its packed form
// into an empty project, away from the sources. The README's program is run and type-checked there, and so are the
// programs of the folder "projects": CommonJS, modules, a server. Then the app of the folder "bundled" is bundled. The
// given folder holds the packages as `pack.mjs` packed them. Without a folder, the packages are packed first.
import { execFileSync, spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { isBuiltin } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { tryBundled } from "./bundled.mjs"
import { checkInstall } from "./installSize.mjs"
import { withPacked } from "./pack.mjs"

const root = join(import.meta.dirname, "..")
const project = mkdtempSync(join(tmpdir(), "toolgate-packed-"))
const audit = mkdtempSync(join(tmpdir(), "toolgate-packed-audit-"))
const run = (program, args, cwd = project) =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
const installed = (program) => join(project, "node_modules/.bin", program)
const versionOf = (name) => manifest(join("node_modules", name)).version
const nameIn = (tarball) => JSON.parse(run("tar", ["-xOf", tarball, "package/package.json"])).name
const manifest = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

/**
 * Throws if a package has no description, a page in it links to a file that is not in it, its oldest supported Node
 * cannot read it, or it contains other packages without their licences.
 */
const checkPublished = (at) => {
  const { name, description, keywords } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"))
  if (!description || !(keywords?.length > 0)) throw new Error(`"${name}" has no description or keywords.`)
  for (const file of globSync("dist/**/*.js", { cwd: at })) {
    const code = readFileSync(join(at, file), "utf8")
    if (/^\s*(?:await )?using \w+ =/m.test(code))
      throw new Error(`"${name}" declares with "using" in ${file}, which Node 22 cannot read.`)
    // A comment names each module that the file contains.
    const licences = [dirname(file), "dist"].map((folder) => join(at, folder, "LICENCES.txt"))
    if (/^\/\/(?:#region)? \S*node_modules\//m.test(code) && !licences.some((path) => existsSync(path)))
      throw new Error(`"${name}" contains other packages in ${file}, without their licences.`)
  }
  for (const page of globSync("{,docs/,cli/}*.md", { cwd: at }))
    for (const [, target] of readFileSync(join(at, page), "utf8").matchAll(/\]\(([^()\s#]+)[^()\s]*\)/g))
      if (!/^[a-z]+:/.test(target) && !existsSync(join(at, dirname(page), target)))
        throw new Error(`"${name}" links from ${page} to "${target}", which is not in it.`)
}

/** Throws if a built file or a declaration imports what its package does not depend on. */
const checkDeclared = (at) => {
  const { name, dependencies, peerDependencies } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"))
  const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })])
  for (const file of globSync("dist/**/*.{js,mjs,d.ts}", { cwd: at })) {
    // Comments show programs that import other packages.
    const code = readFileSync(join(at, file), "utf8").replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "")
    const imports = code.matchAll(
      /^(?:import|export)\b[^"'`;]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm
    )
    for (const [, ...found] of imports) {
      const [other] = /^(?:@[\w-]+\/)?[a-z][\w.-]*(?=\/|$)/.exec(found.find((one) => one !== undefined) ?? "") ?? []
      if (other !== undefined && !isBuiltin(other) && !declared.has(other))
        throw new Error(`"${name}" imports "${other}" in ${file}, and does not depend on it.`)
    }
  }
}

/** Throws if the command or a tool in WebAssembly does not say what to install where its package is missing. */
const checkMissing = () => {
  const [cli, wasm] = ["cli", "sandbox-wasm"].map((name) => join(project, "node_modules/@toolgate", name))
  for (const folder of [cli, wasm]) renameSync(folder, `${folder}.away`)
  const program =
    'import { createToolgate, defineTool, Type } from "toolgate"; ' +
    'const tool = defineTool({ name: "guest", description: "A guest.", parameters: Type.Object({}), sideEffects: "NONE", wasm: { script: "guest.ts" } }); ' +
    'await createToolgate({ workspace: ".", policy: "host", tools: [tool] }).catch(({ message }) => console.log(message))'
  const command = spawnSync(process.execPath, [join(project, "node_modules/toolgate/bin/toolgate.cjs"), "--version"], {
    encoding: "utf8"
  })
  const guest = run(process.execPath, ["--input-type=module", "--eval", program])
  for (const folder of [cli, wasm]) renameSync(`${folder}.away`, folder)
  if (command.status !== 2 || !command.stderr.includes('"@toolgate/cli"'))
    throw new Error(`Without the command line, the command says:\n${command.stdout}${command.stderr}`)
  if (!guest.includes('install the package "@toolgate/sandbox-wasm"'))
    throw new Error(`Without the sandbox of guests, a tool with a guest says:\n${guest}`)
  console.log(`${command.stderr}${guest}`)
}

/** Creates an app where it finds the packed packages, as if they were its own. */
const createApp = () => {
  run(installed("create-toolgate"), ["my-app"])
  return join(project, "my-app")
}

/** Throws unless the app makes one call and is refused two, and the tests of its policy pass. */
const tryApp = (app) => {
  const printed = run("npm", ["start", "--silent"], app)
  console.log(printed)
  const answers = printed.match(/^(?:node_modules\/|Tool .* was not run.*)$/gm) ?? []
  if (answers.length !== 3 || !printed.includes('The rule "read_file(**/.env)" denies'))
    throw new Error("The created app does not print what it should.")
  console.log(run("npm", ["test", "--silent"], app))
}

/**
 * A tool of each toolbox entry, and of each program that is published with it: for jobs, for WebAssembly, and for a
 * shell.
 */
const ofEntries = [
  ...["http_get", "json_query", "plot_sixel", "calculate", "matrix_solve", "archive_open", "embed_text", "memory_add"],
  ...["git_commit", "search_files", "list_canvases", "escalate"]
]

try {
  const tarballs = join(project, "tarballs")
  await withPacked(process.argv[2], (folder) => cpSync(folder, tarballs, { recursive: true }))

  const dependencies = Object.fromEntries(
    globSync("*.tgz", { cwd: tarballs }).map((file) => [nameIn(join(tarballs, file)), `file:tarballs/${file}`])
  )
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({
      name: "first-program",
      private: true,
      type: "module",
      dependencies: { ...dependencies, effect: versionOf("effect"), hono: "4.13.19", "@hono/node-server": "1.19.19" }
    })
  )
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2024",
        lib: ["es2024", "esnext.disposable"],
        // The compiler and the types of Node are those of the repository: to unpack them took a fifth of the install.
        typeRoots: [join(root, "node_modules/@types")],
        types: ["node"],
        strict: true,
        skipLibCheck: true,
        noEmit: true
      }
    })
  )
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, "README.md"), "utf8")) ?? []
  if (program === undefined) throw new Error("README.md shows no program.")
  writeFileSync(join(project, "first.ts"), program)
  const projects = readdirSync(join(import.meta.dirname, "projects"))
  for (const name of projects) cpSync(join(import.meta.dirname, "projects", name), join(project, name))
  writeFileSync(join(project, "guest.ts"), "export default ({ n }: { n: number }) => n + 1\n")
  writeFileSync(
    join(project, "agent.ts"),
    'import { connect } from "@toolgate/runner"\n\n' +
      "await using tools = await connect()\n" +
      'console.log(await tools.call("Echo", { text: tools.agent }))\n'
  )

  const told = spawnSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=warn"], {
    cwd: project,
    encoding: "utf8"
  })
  // Warnings about npm's own settings concern this machine only.
  const warnings = told.stderr.split("\n").filter((line) => line !== "" && !/warn Unknown .* config/.test(line))
  if (told.status !== 0 || warnings.length > 0) throw new Error(`An install says:\n${told.stderr}`)
  for (const heavy of ["tree-sitter-bash", "wabt", "node-gyp-build"])
    if (existsSync(join(project, "node_modules", heavy))) throw new Error(`An install brings "${heavy}".`)
  for (const folder of globSync("node_modules/{toolgate,create-toolgate,@toolgate/*}", { cwd: project })) {
    checkPublished(join(project, folder))
    checkDeclared(join(project, folder))
  }
  checkInstall(project, readFileSync(join(root, "docs/dependencies.md"), "utf8"))
  checkMissing()
  const app = createApp()
  run(join(root, "node_modules/.bin/tsc"), [])
  tryApp(app)
  console.log(run(process.execPath, ["first.ts"]))
  // Each program has to end by itself when its gate is closed.
  for (const name of projects)
    console.log(execFileSync(process.execPath, [name], { cwd: project, encoding: "utf8", timeout: 120_000 }))
  console.log(run("npx", ["toolgate", "call", "--host-tools", "Echo", '{"text":"packed"}', "--json"]))
  for (const words of [
    ["call", "./guest.ts", '{"n":1}', "--json"],
    ["supervise", "--audit", join(audit, "log"), "--", process.execPath, "agent.ts"],
    ["audit", "verify", "--audit", join(audit, "log")],
    ["tools", "test", ...ofEntries, "--policy", "host"]
  ])
    console.log(run(installed("toolgate"), words))
  const packages = Object.entries(dependencies).map(([name, file]) => [name, file.replace(":", `:${project}/`)])
  await tryBundled(Object.fromEntries(packages), versionOf("effect"))
} finally {
  for (const folder of [project, audit]) rmSync(folder, { recursive: true, force: true })
}
