// What a user gets: every package packed, installed by npm into an empty project beside no source, and the README's program
// run and type-checked there.
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const project = mkdtempSync(join(tmpdir(), "toolgate-packed-"))
const audit = mkdtempSync(join(tmpdir(), "toolgate-packed-audit-"))
const run = (program, args, cwd = project) =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
const versionOf = (name) => manifest(join("node_modules", name)).version
const nameIn = (tarball) => JSON.parse(run("tar", ["-xOf", tarball, "package/package.json"])).name
const manifest = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

try {
  const tarballs = join(project, "tarballs")
  mkdirSync(tarballs)
  const published = globSync("{packages,apps}/*", { cwd: root }).filter((folder) => !manifest(folder).private)
  for (const folder of published) run("pnpm", ["pack", "--pack-destination", tarballs], join(root, folder))

  const dependencies = Object.fromEntries(
    globSync("*.tgz", { cwd: tarballs }).map((file) => [nameIn(join(tarballs, file)), `file:tarballs/${file}`])
  )
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({
      name: "first-program",
      private: true,
      type: "module",
      dependencies: { ...dependencies, effect: versionOf("effect") },
      devDependencies: { typescript: versionOf("typescript"), "@types/node": versionOf("@types/node") }
    })
  )
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2024",
        lib: ["es2024", "esnext.disposable"],
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

  run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"])
  run("npx", ["tsc"])
  console.log(run(process.execPath, ["first.ts"]))
  console.log(run("npx", ["toolgate", "call", "Echo", '{"text":"packed"}', "--json"]))
  writeFileSync(join(project, "guest.ts"), "export default ({ n }: { n: number }) => n + 1\n")
  console.log(run("npx", ["toolgate", "call", "./guest.ts", '{"n":1}', "--json"]))
  writeFileSync(
    join(project, "agent.ts"),
    'import { connect } from "@toolgate/runner"\n\n' +
      "await using tools = await connect()\n" +
      'console.log(await tools.call("Echo", { text: tools.agent }))\n'
  )
  run("npx", ["tsc"])
  console.log(run("npx", ["toolgate", "supervise", "--audit", join(audit, "log"), "--", process.execPath, "agent.ts"]))
  console.log(run("npx", ["toolgate", "audit", "verify", "--audit", join(audit, "log")]))
} finally {
  for (const folder of [project, audit]) rmSync(folder, { recursive: true, force: true })
}
