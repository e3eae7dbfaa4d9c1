import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type JsonObject, type ToolContext, type ToolOutput, textOf } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { beforeEach, expect, it } from "vitest"
import { createSkillTool, loadSkills } from "../../src/index.ts"

let folder = ""

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "skills-")))
  for (const name of ["pdf-forms", "translate-ja"])
    cpSync(join(import.meta.dirname, "published", name), join(folder, name), { recursive: true })
})

/** Calls the tool `skill` with the skills of the folder. The tool does not use its context. */
const call = async (args: JsonObject): Promise<ToolOutput> => {
  const [implementation] = createSkillTool(Effect.runSync(loadSkills(folder)).skills).implementations
  if (implementation?.kind !== "function") throw new Error("It is no function.")
  return implementation.make().execute(args, {} as ToolContext) as ToolOutput
}

const texts = async (args: JsonObject) => (await call(args)).content.map(textOf)

it("lists the names and descriptions of the skills", async () => {
  expect(await texts({})).toEqual([
    expect.stringMatching(/^pdf-forms: Fill in, read [^\n]*\ntranslate-ja: 日本語[^\n]*$/)
  ])
})

it("returns the instructions of a skill, and the list of its files in a separate block", async () => {
  expect(await texts({ name: "pdf-forms" })).toEqual([
    expect.stringMatching(/^# PDF forms[\s\S]*`scripts\/fill\.py`\.$/),
    '[Files of this skill: "LICENSE.txt" (21 bytes), "references/fields.md" (61 bytes), "scripts/fill.py" (85 bytes)]'
  ])
})

it("returns a file of a skill", async () => {
  expect(await texts({ name: "translate-ja", file: "references/用語集.md" })).toEqual([
    "# 用語集\n\n- 門: gate\n- 道具: tool 🔧\n"
  ])
  expect((await call({ name: "pdf-forms", file: "LICENSE.txt" })).value).toEqual({
    name: "pdf-forms",
    file: "LICENSE.txt",
    start: 0,
    length: 21
  })
})

it("returns a long file page by page, and splits no character", async () => {
  const whole = `x${"😀".repeat(40_000)}`
  writeFileSync(join(folder, "pdf-forms/long.txt"), whole)
  let read = ""
  let next: number | undefined = 0
  let pages = 0
  while (next !== undefined) {
    const { content, value } = await call({ name: "pdf-forms", file: "long.txt", start: next })
    const [page, note] = content.map((block) => textOf(block) ?? "")
    read += page
    pages++
    next = (value as { readonly next?: number }).next
    expect(note).toBe(next === undefined ? undefined : `[${next} of 80001 characters; read on with start ${next}]`)
    expect(page?.isWellFormed()).toBe(true)
  }
  expect([read === whole, pages]).toEqual([true, 3])
})

it.each([
  [{ name: "pdf-form" }, 'Unknown skill "pdf-form"; did you mean "pdf-forms"?'],
  [{ file: "x" }, 'The arguments "file" and "start" need the "name" of a skill.'],
  [{ name: "pdf-forms", start: 1 }, 'The argument "start" needs the "file" that is read from there.'],
  [{ name: "pdf-forms", file: "none.md" }, "there is no such file or folder"],
  [{ name: "pdf-forms", file: "scripts" }, "it is not a regular file"],
  [
    { name: "pdf-forms", file: "LICENSE.txt", start: 21 },
    'The argument "start" is past the end: the file has 21 characters.'
  ],
  [{ name: "pdf-forms", file: "../translate-ja/SKILL.md" }, "it must be a path in the folder of the skill"],
  [{ name: "pdf-forms", file: "/etc/passwd" }, "it must be a path in the folder of the skill"],
  [{ name: "pdf-forms", file: "scripts//fill.py" }, "it must be a path in the folder of the skill"],
  [{ name: "pdf-forms", file: ".env" }, "it must be a path in the folder of the skill"],
  [{ name: "pdf-forms", file: "a\\b" }, "it must be a path in the folder of the skill"],
  [{ name: "pdf-forms", file: "out" }, "it leads out of the folder of the skill"],
  [{ name: "pdf-forms", file: "outside/secret.txt" }, "it leads out of the folder of the skill"],
  [{ name: "pdf-forms", file: "hidden" }, "it leads out of the folder of the skill"],
  [{ name: "pdf-forms", file: "pipe" }, "it is not a regular file"],
  [{ name: "pdf-forms", file: "binary" }, "it is not UTF-8 text"],
  [{ name: "pdf-forms", file: "huge" }, "it is longer than 4 MiB"]
])("refuses %j", async (args, message) => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "outside-")))
  writeFileSync(join(outside, "secret.txt"), "secret")
  const own = (name: string) => join(folder, "pdf-forms", name)
  symlinkSync(join(outside, "secret.txt"), own("out"))
  symlinkSync(outside, own("outside"))
  writeFileSync(own(".env"), "secret")
  symlinkSync(own(".env"), own("hidden"))
  execFileSync("mkfifo", [own("pipe")])
  writeFileSync(own("binary"), new Uint8Array([0x61, 0x00, 0x62]))
  writeFileSync(own("huge"), "x".repeat(4 * 1024 * 1024 + 1))
  await expect(call(args)).rejects.toThrow(message)
})

it("lists neither links nor names with a dot, and reports more", async () => {
  rmSync(join(folder, "pdf-forms/scripts"), { recursive: true })
  writeFileSync(join(folder, "pdf-forms/.env"), "secret")
  symlinkSync("/etc", join(folder, "pdf-forms/etc"))
  expect((await call({ name: "pdf-forms" })).value).toEqual({
    name: "pdf-forms",
    version: "1.0.0",
    files: [
      { path: "LICENSE.txt", bytes: 21 },
      { path: "references/fields.md", bytes: 61 }
    ],
    more_files: false
  })
  mkdirSync(join(folder, "pdf-forms/many"))
  for (let at = 0; at < 250; at++) writeFileSync(join(folder, "pdf-forms/many", `${at}`), "")
  const { files, more_files } = (await call({ name: "pdf-forms" })).value as {
    readonly files: ReadonlyArray<unknown>
    readonly more_files: boolean
  }
  expect([files.length, more_files]).toEqual([200, true])
})
