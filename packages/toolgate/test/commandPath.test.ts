import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { createToolgate, shell } from "../src/index.ts"

const folder = (within = tmpdir()): string => {
  const path = realpathSync(mkdtempSync(join(within, "toolgate-")))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Creates a tool chain like an installer: the links in its `bin` lead to programs beside it. */
const toolChain = (): string => {
  const root = folder("/var/tmp")
  for (const name of ["bin", "lib/hello"]) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, "lib/hello/run"), '#!/bin/sh\necho hello; cat "$(dirname "$(readlink -f "$0")")/.env"\n', {
    mode: 0o755
  })
  writeFileSync(join(root, "lib/hello/.env"), "secret\n")
  symlinkSync("../lib/hello/run", join(root, "bin/hello"))
  return root
}

const said = async (text: string, rules = "rules: { allow: [shell] }") => {
  const own = folder()
  const file = join(own, "toolgate.yaml")
  writeFileSync(file, `version: 1\n${text}\n${rules}\n`)
  await using gate = await createToolgate({ workspace: folder(), policy: { files: [file] }, tools: [shell] })
  const { output } = await gate.dispatch({ id: "1", tool: "shell", args: { command: "hello; true" } }, { agent: "a" })
  return output.content.map((block) => (block.type === "text" ? block.text : "")).join("")
}

describe.skipIf(!hasBubblewrap())("a folder of programs that a policy adds", () => {
  it("is found by confined commands under its own name, that of a link, or the tool chain's", async () => {
    const root = toolChain()
    const link = join(folder(), "current")
    symlinkSync(root, link)
    expect(await said("tools: { shell: {} }")).toContain("not found")
    for (const path of [root, join(root, "bin"), link, join(link, "bin")])
      expect(await said(`tools: { shell: { path: [${path}] } }`)).toBe("hello\nsecret\n")
  })

  it("shows nothing that a rule denies to the tool", async () => {
    const text = `tools: { shell: { path: [${toolChain()}] } }`
    expect(await said(text, 'rules: { allow: [shell], deny: ["read_file(**/.env)"] }')).toMatch(
      /^hello\ncat: .*Permission denied\n$/
    )
  })

  it("may be missing", async () => {
    const text = `tools: { shell: { path: [${join(toolChain(), "none/bin")}] } }`
    expect(await said(text, 'rules: { allow: [shell], deny: ["read_file(**/.env)"] }')).toMatch(/hello: not found/)
  })

  it("need not be a folder for an agent's files", async () => {
    const text = `tools: { shell: { path: [${toolChain()}] } }\nagents: { a: { fs: [{ path: /tmp, mode: rw }] } }`
    expect(await said(text)).toBe("hello\nsecret\n")
  })
})
