import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { Bubblewrap, hasSyscallFilter } from "../src/index.ts"

/** A program in the place of bubblewrap. */
class Stand implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "toolgate-"))
  readonly program = join(this.folder, "bwrap")
  constructor(script: string) {
    writeFileSync(this.program, `#!/bin/sh\n${script}\n`)
    chmodSync(this.program, 0o755)
  }
  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true })
  }
}

it("is tried with the given options and with the filter on a separate descriptor", async () => {
  using stand = new Stand('echo "$@" > "$0.words"; wc -c <&3 > "$0.filter"; echo "bwrap: No such luck" >&2; exit 1')
  const bubblewrap = new Bubblewrap(stand.program)
  await bubblewrap.tried(() => ["--some", "words"])
  expect(bubblewrap.problem).toBe("it fails: bwrap: No such luck")
  expect(bubblewrap.isTried).toBe(false)
  const filtered = hasSyscallFilter ? "--seccomp 3 " : ""
  expect(readFileSync(`${stand.program}.words`, "utf8")).toBe(`--some words ${filtered}-- /bin/sh -c :\n`)
  if (hasSyscallFilter) expect(Number(readFileSync(`${stand.program}.filter`, "utf8")) % 8).toBe(0)
})

it("is tried once for all callers that ask meanwhile, and has no problem if it works", async () => {
  using stand = new Stand('echo >> "$0.log"; echo "a warning" >&2')
  const bubblewrap = new Bubblewrap(stand.program)
  await Promise.all([1, 2, 3].map(() => bubblewrap.tried(() => [])))
  expect([bubblewrap.problem, bubblewrap.isTried]).toEqual([undefined, true])
  expect(readFileSync(`${stand.program}.log`, "utf8")).toBe("\n")
})

it("reports the problem if it cannot be started at all", async () => {
  const bubblewrap = new Bubblewrap("/nowhere/bwrap")
  await bubblewrap.tried(() => [])
  expect(bubblewrap.problem).toMatch(/^it fails: .*ENOENT/)
})
