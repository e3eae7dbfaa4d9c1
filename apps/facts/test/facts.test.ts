import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { compare } from "../src/compare.ts"
import { captureOutput, isConfined } from "../src/confined.ts"
import { readProgramFile } from "../src/programFile.ts"
import { findSources, isInstalled } from "../src/sources.ts"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

const facts = (...words: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--conditions=@toolgate/source", main, ...words], {
    encoding: "utf8"
  })
  return { status, stdout, stderr }
}

const inFile = (name: string, text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), "toolgate-facts-")), name)
  writeFileSync(file, text)
  return file
}

describe("pnpm facts", () => {
  it("reports unjudged options by its exit status", () => {
    const judged = inFile("help.txt", "  -r, --raw-output   raw\n")
    expect(facts("check", "jq", "--help-text", judged)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("0 not judged")
    })
    const more = inFile("help.txt", "  -r, --raw-output   raw\n      --launch CMD   starts it\n")
    expect(facts("check", "jq", "--help-text", more)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("  jq: not judged: --launch\n")
    })
  })

  it("reads a specification of Fig, which can neither write nor print", () => {
    const spec = inFile(
      "spec.mjs",
      'console.log("loaded")\nexport default { name: "jq", options: [{ name: ["-r", "--raw-output"] }, { name: "--launch", args: {} }] }\n'
    )
    expect(facts("check", "jq", "--spec", spec)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("  jq: not judged: --launch\n")
    })
    const other = inFile("spec.mjs", "export const nothing = 1\n")
    expect(facts("check", "jq", "--spec", other)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is not a Fig specification")
    })
  })

  it.each([
    [
      ["check", "no-such-program"],
      'facts: there is no file for "no-such-program". Draft one: pnpm facts new no-such-program\n'
    ],
    [["new", "jq"], 'facts: there is a file about "jq" already. Compare it: pnpm facts check jq\n'],
    [
      ["new", "no-such-program"],
      'facts: no options of "no-such-program" are known here. Name a manual with --help-text, --man, --spec or --fig.\n'
    ],
    [["new", "../x"], 'facts: "../x" is not a valid program name.\n'],
    [["check"], expect.stringContaining("Usage: pnpm facts check NAME…")],
    [["check", "jq", "--all"], expect.stringContaining("Usage: pnpm facts check NAME…")]
  ])("ends with 2 for %j", (words, stderr) => {
    expect(facts(...words)).toEqual({ status: 2, stdout: "", stderr })
  })
})

describe("outputOf", () => {
  it("gives a program an empty home, and no input", async () => {
    expect(await captureOutput(["sh", "-c", 'ls -A "$HOME"; cat; echo done'])).toBe("done\n")
  })

  it("kills a program that prints endlessly, with its child processes", async () => {
    expect(await captureOutput(["sh", "-c", "yes & yes"])).toBe("")
  })

  it("returns nothing for a missing program", async () => {
    expect(await captureOutput(["/no/such/program"])).not.toContain("-")
  })

  it.skipIf(!isConfined)("lets a program write nothing", async () => {
    const file = inFile("kept.txt", "kept")
    await captureOutput(["sh", "-c", `echo lost > ${file}; echo lost > /etc/lost`])
    expect(readFileSync(file, "utf8")).toBe("kept")
  })
})

/** The accepted differences, each with its reason. */
const known: Readonly<Record<string, { readonly options: string; readonly reason: string }>> = parse(
  readFileSync(new URL("../known.yaml", import.meta.url), "utf8")
)

describe("sourcesOf", () => {
  it.skipIf(!isConfined || !isInstalled("git"))("asks each subcommand of a file, or the program alone", async () => {
    const { file } = readProgramFile("git")
    const { stash = {} } = file.subcommands ?? {}
    const few = { ...file, subcommands: { stash } }
    const asked = async (onlyOwnHelp: boolean) => {
      const [source] = await findSources("git", { onlyOwnHelp }, few)
      return source?.described
    }
    const whole = await asked(false)
    expect(whole?.subcommands.get("stash")?.options.map(({ name }) => name)).toContain("--include-untracked")
    expect(await asked(true)).toEqual({ options: whole?.options, subcommands: new Map() })
  })
})

describe("the programs of this machine", () => {
  // GNU programs, which change rarely: for others, the file may describe another version.
  const here = ["sed", "grep", "sort", "cut", "tr", "wc", "head", "uniq"].filter(
    (program) => isInstalled(program) && execFileSync(program, ["--version"], { encoding: "utf8" }).includes("GNU")
  )

  it.each(here)("finds no unjudged option in %s", async (program) => {
    const { file } = readProgramFile(program)
    const [source] = await findSources(program, {}, file)
    const unjudged = compare(file, source?.described ?? { options: [], subcommands: new Map() }).flatMap(
      (each) => each.unjudged
    )
    expect(source?.described.options.length).toBeGreaterThan(0)
    expect(unjudged.filter((option) => !known[program]?.options.split(" ").includes(option))).toEqual([])
  })
})
