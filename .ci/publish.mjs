// Publishes packed packages: `node .ci/publish.mjs FOLDER [ARGUMENT…]`. The folder holds them as `pack.mjs` packed them, and `pnpm publish` gets
// the arguments, such as --provenance. What a package depends on is published before it. Versions that the registry has are left out, so
// that a run that broke off is completed by the next one.
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * @param {string} folder
 * @param {ReadonlyArray<string>} args
 * @param {NodeJS.ProcessEnv} env
 */
export const publish = (folder, args, env = process.env) => {
  const work = mkdtempSync(join(tmpdir(), "toolgate-publish-"))
  try {
    for (const file of globSync("*.tgz", { cwd: folder })) {
      const at = join(work, file.replace(/\.tgz$/, ""))
      mkdirSync(at)
      execFileSync("tar", ["-xzf", join(folder, file), "-C", at, "--strip-components=1"])
      const { name, repository } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"))
      if (args.includes("--provenance") && repository === undefined)
        throw new Error(
          `"${name}" names no repository, which provenance needs; set "repository" in package.json and pack again.`
        )
    }
    // Packages that are linked are published in the order of their dependencies.
    writeFileSync(join(work, "pnpm-workspace.yaml"), 'packages: ["*"]\nlinkWorkspacePackages: true\n')
    const words = ["publish", "--recursive", "--no-git-checks", "--access", "public", ...args]
    execFileSync("pnpm", words, { cwd: work, env, stdio: ["ignore", "inherit", "inherit"] })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...args] = process.argv.slice(2)
  if (folder === undefined)
    throw new Error("Name the folder of packed packages: node .ci/publish.mjs FOLDER [ARGUMENT…]")
  publish(resolve(folder), args)
}
