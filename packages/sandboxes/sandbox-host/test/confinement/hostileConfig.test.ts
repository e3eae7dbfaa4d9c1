import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureGrowth, mostGrowth } from "@toolgate/testing"
import { expect, it, onTestFinished } from "vitest"
import { findReferencedConfig } from "../../src/confinement/inspection/findReferencedConfig.ts"
import { isHarmlessConfig } from "../../src/confinement/inspection/harmlessConfig.ts"

/** Git configurations, as in an untrusted repository. */
const texts: Readonly<Record<string, (length: number) => string>> = {
  "blanks on both sides of a sign": (length) => `[core]\nA=${"\t".repeat(length / 2)}=${"\t".repeat(length / 2)}\nA`,
  "blanks before a sign": (length) => `[core]\nA${"\t".repeat(length / 2)}A${"\t".repeat(length / 2)}\n=`,
  "open brackets": (length) => "[".repeat(length),
  sections: (length) => "[a]\n".repeat(length / 4),
  "quotes in a name": (length) => `[a "${'\\"'.repeat(length / 2)}`,
  "parts of a scheme": (length) => `[remote "a"]\nurl = g-${"p+".repeat(length / 2)}\t`
}

it.each(Object.entries(texts))("a configuration with %s is judged in linear time", async (_, make) => {
  expect(await measureGrowth(isHarmlessConfig, make)).toBeLessThanOrEqual(mostGrowth)
})

it.each(Object.entries(texts))(
  "the files that a configuration with %s leads to are found in linear time",
  async (_, make) => {
    const folder = mkdtempSync(join(tmpdir(), "toolgate-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, ".git"))
    const path = join(folder, ".git/config")
    const read = (text: string) => {
      writeFileSync(path, text)
      return findReferencedConfig([{ path } as never])
    }
    expect(await measureGrowth(read, make)).toBeLessThanOrEqual(mostGrowth)
  }
)
