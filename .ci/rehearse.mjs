// Rehearses a release: `pnpm rehearse [FOLDER]`. Every package is published to a registry of this machine, installed from it into an empty folder
// by npm, and tried as the README says. The folder holds the packages as `pack.mjs` packed them. Without it, the packages are packed first.
// The registry, Verdaccio, listens on the loopback interface, keeps everything in a temporary folder, and asks the configured registry for
// other packages, but never for ours.
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { withPacked } from "./pack.mjs"
import { publish } from "./publish.mjs"

const root = join(import.meta.dirname, "..")
const work = mkdtempSync(join(tmpdir(), "toolgate-rehearsal-"))
const app = join(work, "app")
const userConfig = join(work, "npmrc")
// A registry in a variable would come before that of the file, and be asked for our packages.
const variables = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name))
const env = {
  ...Object.fromEntries(variables),
  NPM_CONFIG_USERCONFIG: userConfig,
  NPM_CONFIG_CACHE: join(work, "cache")
}
const run = (program, args, cwd) => execFileSync(program, args, { cwd, encoding: "utf8", env })

/** Sends a request on a separate connection: between two requests, this process waits for others, and the registry closes what idles. */
const ask = (url, { headers, ...options } = {}) =>
  fetch(url, { ...options, headers: { ...headers, connection: "close" } })

/** Starts the registry, and returns its process and address. */
const startRegistry = async () => {
  const folder = join(work, "registry")
  cpSync(join(import.meta.dirname, "registry"), folder, { recursive: true })
  const others = execFileSync("npm", ["config", "get", "registry"], { cwd: root, encoding: "utf8" }).trim()
  execFileSync("pnpm", ["install", "--frozen-lockfile", "--prefer-offline", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"]
  })
  // Entries without "proxy" are never looked up elsewhere.
  const ours = { access: "$all", publish: "$authenticated" }
  const config = {
    storage: join(work, "storage"),
    auth: { htpasswd: { file: join(work, "htpasswd") } },
    uplinks: { others: { url: others } },
    packages: {
      toolgate: ours,
      "create-toolgate": ours,
      "@toolgate/*": ours,
      "**": { access: "$all", proxy: "others" }
    },
    max_body_size: "50mb",
    log: { type: "stdout", format: "pretty", level: "error" }
  }
  writeFileSync(join(folder, "config.yaml"), JSON.stringify(config))
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = `127.0.0.1:${server.address().port}`
  await new Promise((resolve) => server.close(resolve))
  const registry = spawn("node_modules/.bin/verdaccio", ["--config", "config.yaml", "--listen", address], {
    cwd: folder,
    stdio: ["ignore", "inherit", "ignore"]
  })
  const url = `http://${address}/`
  while (
    !(await ask(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false
    ))
  ) {
    if (registry.exitCode !== null) throw new Error(`The registry ended with ${registry.exitCode}.`)
    await wait(200)
  }
  return { registry, url }
}

/** Makes a user of the registry, and configures npm and pnpm for it. */
const signIn = async (url) => {
  const [name, password] = ["rehearsal", "rehearsal"]
  const response = await ask(`${url}-/user/org.couchdb.user:${name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, password })
  })
  const { token } = await response.json()
  writeFileSync(
    userConfig,
    `registry=${url}\n@toolgate:registry=${url}\n${url.replace("http:", "")}:_authToken=${token}\n`
  )
}

const check = (what, isSo, printed) => {
  if (!isSo) throw new Error(`${what} fails:\n${printed}`)
  console.log(`${what}: passed.`)
}

/** Installs from the registry as a user does, and runs what the README shows. */
const tryInstall = (version) => {
  mkdirSync(app)
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, "README.md"), "utf8")) ?? []
  run("npm", ["init", "--yes"], app)
  run("npm", ["pkg", "set", "type=module"], app)
  const install = (name) => run("npm", ["install", name, "--no-audit", "--no-fund"], app)

  install("toolgate")
  writeFileSync(join(app, "first.ts"), program ?? "")
  const printed = run(process.execPath, ["first.ts"], app)
  check("The README's program", printed.startsWith("read true yes"), printed)
  const alone = spawnSync("npx", ["toolgate", "--version"], { cwd: app, encoding: "utf8", env })
  check("npx toolgate without the command line", alone.stderr.includes('"@toolgate/cli"'), alone.stderr)

  install("@toolgate/cli")
  const answer = run("npx", ["toolgate", "--version"], app)
  check("npx toolgate", answer === `toolgate ${version}\n`, answer)
  const called = run("npx", ["toolgate", "call", "read_file", "path=package.json"], app)
  check("npx toolgate call", called.includes('"toolgate"'), called)
}

let registry
try {
  const { version } = JSON.parse(readFileSync(join(root, "packages/toolgate/package.json"), "utf8"))
  const started = await startRegistry()
  registry = started.registry
  await signIn(started.url)
  await withPacked(process.argv[2], (folder) => {
    const args = ["--registry", started.url]
    publish(folder, args, env)
    // As after a run that broke off: nothing is left to do.
    publish(folder, args, env)
  })
  const missing = await ask(`${started.url}@toolgate%2fnot-there`)
  check("A name of ours that is not there", missing.status === 404, missing.status)
  tryInstall(version)
} finally {
  if (registry?.exitCode === null) {
    registry.kill()
    await once(registry, "exit")
  }
  rmSync(work, { recursive: true, force: true })
}
