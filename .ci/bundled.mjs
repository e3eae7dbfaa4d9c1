// That a bundled program starts, calls and is refused, in each way that the README of `toolgate` names.
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

const program = `import { join } from "node:path"
import { builtins, createToolgate, defineTool, Type } from "toolgate"

const main = async () => {
  const length = defineTool({
    name: "length",
    description: "Counts characters.",
    parameters: Type.Object({ text: Type.String() }),
    sideEffects: "NONE",
    wasm: { script: join(process.cwd(), "length.mjs") }
  })
  const told = defineTool({
    name: "told",
    description: "A command that is read and not run.",
    parameters: Type.Object({ command: Type.String() }),
    sideEffects: "EXECUTE",
    resources: [{ kind: "shell", arg: "/command" }],
    execute: ({ command }) => command
  })
  const policy = { files: [join(process.cwd(), "toolgate.yaml")] }
  const gate = await createToolgate({ workspace: ".", policy, tools: [...builtins(), length, told] })
  const calls = [
    { id: "length", tool: "length", args: { text: "abc" } },
    { id: "allowed", tool: "told", args: { command: "git log && git status" } },
    { id: "denied", tool: "told", args: { command: "git log && cat .env" } }
  ]
  const answers = await gate.dispatchAll(calls)
  console.log(answers.map(({ callId, success }) => \`\${callId} \${success}\`).join(", "))
  await gate.close()
}
main()
`
const policy = `version: 1
rules:
  deny: ["read_file(**/.env)"]
  allow: [length, "told(git log:*)", "told(git status:*)"]
`
const expected = "length true, allowed true, denied false\n"
const banner = 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url)'

/** Tries it in a folder that has `toolgate` installed. */
export const tryBundled = (folder) => {
  const run = (command, args) =>
    execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
  run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", "esbuild@0.25.12"])
  writeFileSync(join(folder, "app.mjs"), program)
  writeFileSync(join(folder, "length.mjs"), "export default ({ text }) => text.length\n")
  writeFileSync(join(folder, "toolgate.yaml"), policy)
  for (const [name, ...how] of [
    ["external.mjs", "--format=esm", "--external:toolgate"],
    ["external.cjs", "--format=cjs", "--external:toolgate"],
    ["whole.cjs", "--format=cjs", "--log-override:empty-import-meta=silent"],
    ["parts.mjs", "--format=esm", "--external:yaml", "--external:pino"],
    ["whole.mjs", "--format=esm", `--banner:js=${banner}`]
  ]) {
    run("npx", [
      "esbuild",
      "app.mjs",
      "--bundle",
      "--platform=node",
      "--log-level=warning",
      `--outfile=${name}`,
      ...how
    ])
    const printed = run(process.execPath, [name])
    if (printed !== expected) throw new Error(`Bundled as ${name} it prints:\n${printed}`)
    console.log(`Bundled as ${name}: ${printed.trim()}`)
  }
}
