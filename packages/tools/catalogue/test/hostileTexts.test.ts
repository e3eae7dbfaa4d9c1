import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { parseSkill } from "../src/skills/parseSkill.ts"

const value = (part: string) => repeated(part, "---\nname: ", "\n---\n")

/** Texts of a `SKILL.md` that an attacker may have written. */
const skills: Readonly<Record<string, (length: number) => string>> = {
  "lines of dashes": repeated("---\n"),
  "open lists": value("["),
  "open maps": value("{a: "),
  anchors: value("&a "),
  aliases: value("*a "),
  quotes: value('"'),
  backslashes: value("\\"),
  blanks: repeated(" ", "---\nname: ", "x\n---\n"),
  "empty lines": repeated("\n", "---\n", "---\n"),
  colons: repeated(": ", "---\n", "\n---\n"),
  tags: value("!"),
  "parts of a name": value("a-"),
  "a comment in an open list": repeated("( ", "---\nname: [", " #\n---\n"),
  keys: (length) => `---\n${Array.from({ length: length / 8 }, (_, at) => `k${at}: 1`).join("\n")}\n---\n`
}

it.each(Object.entries(skills))("a skill with %s is read in linear time", async (_, make) => {
  expect(await measureGrowth((text) => parseSkill(text, "/a/SKILL.md", "a"), make)).toBeLessThanOrEqual(mostGrowth)
})
