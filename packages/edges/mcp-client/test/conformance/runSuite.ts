import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A failed check of the suite. */
export interface Failure {
  /** The scenario and the check, as `scenario:check`. */
  readonly check: string
  readonly why: string
}

const program = join(
  createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
  "../dist/index.js"
)

export const listScenarios = (): ReadonlyArray<string> =>
  [...execFileSync(process.execPath, [program, "list"], { encoding: "utf8" }).matchAll(/^ +- (\S+)/gm)].map(
    ([, name = ""]) => name
  )

/** Runs the official conformance suite. Returns the failed checks and the scenarios that ran. */
export const runSuite = async (words: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"))
  try {
    const child = spawn(process.execPath, [program, ...words, "--output-dir", folder], { stdio: "ignore" })
    await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve))
    const scenarios = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("checks.json"))
      .map((path) => ({ name: nameOf(path), checks: JSON.parse(readFileSync(join(folder, path), "utf8")) as Checks }))
    const failed = scenarios.flatMap(({ name, checks }) =>
      checks
        .filter(({ status }) => status === "FAILURE")
        .map(({ id, errorMessage = "" }): Failure => ({ check: `${name}:${id}`, why: errorMessage }))
    )
    return { scenarios: scenarios.map(({ name }) => name).toSorted(), failed }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Checks = ReadonlyArray<{ readonly id: string; readonly status: string; readonly errorMessage?: string }>

/** Extracts the scenario's name from a folder name of role, name and time. */
const nameOf = (path: string): string => path.replace(/^(server|client)-/, "").replace(/-\d{4}-\d{2}-\d{2}T.*/s, "")
