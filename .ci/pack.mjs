// Packs every package as it is published, into a folder: `node .ci/pack.mjs FOLDER [REPOSITORY]`. The second argument
// is the address of the repository, which each package names and its links use. Without it, the field "repository" of
// the root package.json is used.
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { contained } from "../rolldown.config.mjs"
import { packages } from "./packages.mjs"
import { publishedLinks } from "./publishedLinks.mjs"

const root = join(import.meta.dirname, "..")
const json = (file) => JSON.parse(readFileSync(file, "utf8"))
const manifestOf = (folder) => json(join(root, folder, "package.json"))
const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: ["ignore", "ignore", "inherit"] })

/** The packages that are published, by their folders. */
export const published = [...packages, "apps/cli"].filter((folder) => !manifestOf(folder).private)

/** Packs all published packages. They have to be built. */
export const pack = (destination, repository = json(join(root, "package.json")).repository) => {
  mkdirSync(destination, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), "toolgate-pack-"))
  try {
    const chosen = published.flatMap((folder) => ["--filter", `./${folder}`])
    run("pnpm", [...chosen, "--recursive", "pack", "--pack-gzip-level", "0", "--pack-destination", work], root)
    for (const folder of published) packOne(folder, work, destination, repository)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * Calls `use` with a folder that holds all packed packages: the given folder, or a temporary one that is removed
 * afterwards.
 */
export const withPacked = async (given, use) => {
  if (given !== undefined) return use(resolve(given))
  const folder = mkdtempSync(join(tmpdir(), "toolgate-packages-"))
  try {
    pack(folder)
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const packOne = (folder, packed, destination, repository) => {
  const { name, version } = manifestOf(folder)
  const tarball = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`
  const work = mkdtempSync(join(tmpdir(), "toolgate-pack-"))
  try {
    run("tar", ["-xzf", join(packed, tarball)], work)
    const at = join(work, "package")
    const travels = folder === "packages/toolgate" ? travellers() : {}
    for (const path of Object.keys(travels)) mkdirSync(dirname(join(at, path)), { recursive: true })
    const manifest = { ...publishedManifest(json(join(at, "package.json"))), ...addresses(folder, repository) }
    writeFileSync(join(at, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
    for (const [file, name] of Object.entries({ [`${folder}/README.md`]: "README.md", ...travels }))
      if (name.endsWith(".md")) {
        const text = publishedLinks(readFileSync(join(root, file), "utf8"), {
          file,
          published: name,
          travels,
          repository
        })
        writeFileSync(join(at, name), text)
      }
    run("tar", ["-czf", join(destination, tarball), "package"], work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const addresses = (directory, repository) =>
  repository === undefined
    ? {}
    : { repository: { type: "git", url: `git+${repository}.git`, directory }, homepage: `${repository}#readme` }

const skill = "skills/toolgate/SKILL.md"

/**
 * The guides and the skill travel in the package that most people install. Returns their paths there, by their paths in
 * the repository.
 */
const travellers = () => {
  const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"))
  return Object.fromEntries([...guides.map((name) => `docs/${name}`), skill].map((path) => [path, path]))
}

/** Returns a manifest without what only the repository uses: the sources, and packages that the built files contain. */
const publishedManifest = ({ dependencies = {}, devDependencies, exports, files, name, scripts, ...manifest }) => ({
  name,
  ...manifest,
  files: name === "toolgate" ? [...files, "docs", "skills"] : files,
  ...(exports && {
    exports: Object.fromEntries(Object.entries(exports).map(([door, target]) => [door, withoutSource(target)]))
  }),
  dependencies: Object.fromEntries(Object.entries(dependencies).filter(([other]) => !contained.includes(other)))
})

const withoutSource = (target) => {
  if (typeof target === "string") return target
  const { "@toolgate/source": source, ...published } = target
  return published
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, repository] = process.argv.slice(2)
  if (folder === undefined) throw new Error("Name a folder: node .ci/pack.mjs FOLDER [REPOSITORY]")
  pack(resolve(folder), repository)
  console.log(`${published.length} packages are in "${folder}".`)
}
