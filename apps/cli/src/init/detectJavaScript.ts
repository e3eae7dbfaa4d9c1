import type { CheckCommand, Finding } from "./Finding.ts"
import type { Folder } from "./Folder.ts"

/**
 * Detects an npm, pnpm, yarn or bun project, with the package.json scripts that check the work. `above` lists the parent folders up to the
 * repository root, nearest first.
 */
export const detectJavaScript = (folder: Folder, above: ReadonlyArray<Folder> = []): Finding | undefined => {
  if (!folder.files.has("package.json")) return undefined
  const manifest = manifestIn(folder)
  const { scripts = {}, packageManager } = manifest ?? {}
  // A package of a monorepo has its lock file in a folder above.
  const lock = [folder, ...above].flatMap((one) => one.first(...locks.keys()) ?? [])[0]
  const manager = (lock === undefined ? named(packageManager) : locks.get(lock)) ?? "npm"
  const commands = checking.flatMap((script): ReadonlyArray<CheckCommand> => {
    const body = scripts[script]
    // npm's default test script always fails.
    if (typeof body !== "string" || body.includes("no test specified")) return []
    const command = script === "test" && manager !== "bun" ? `${manager} test` : `${manager} run ${script}`
    return [{ command, why: `the script "${script}" of package.json, which an agent may not change without approval` }]
  })
  return {
    what: `${manager} (${lock ?? "package.json"})`,
    ...(manifest === undefined ? { unread: "package.json" } : {}),
    commands,
    asked: [
      {
        command: `${manager} ${manager === "npm" ? "install" : "add"}`,
        why: "downloads third-party code, which runs during the installation"
      },
      { command: `${manager} publish`, why: "cannot be undone" }
    ],
    extension: folder.files.has("tsconfig.json") ? ".ts" : ".js"
  }
}

const locks = new Map([
  ["pnpm-lock.yaml", "pnpm"],
  ["pnpm-workspace.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"]
])

/** Usual names of scripts that only check. */
const checking = ["test", "lint", "typecheck", "types", "check"]

const named = (packageManager: unknown): string | undefined =>
  typeof packageManager === "string" ? /^(npm|pnpm|yarn|bun)@/.exec(packageManager)?.[1] : undefined

/** Returns the parts of package.json that are used. `undefined` if it is not a JSON object. */
const manifestIn = (
  folder: Folder
): { readonly scripts: Readonly<Record<string, unknown>>; readonly packageManager: unknown } | undefined => {
  try {
    const read = JSON.parse(folder.text("package.json"))
    if (typeof read !== "object" || read === null || Array.isArray(read)) return undefined
    const { scripts, packageManager } = read
    return { scripts: typeof scripts === "object" && scripts !== null ? scripts : {}, packageManager }
  } catch {
    return undefined
  }
}
