import { chmodSync, chownSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { replaceText } from "../src/replaceText.ts"
import { folder } from "./folder.ts"

it("replaces the text of a file behind a link, and keeps its mode", async () => {
  const at = folder({ "policy.yaml": "one\n" })
  chmodSync(join(at, "policy.yaml"), 0o664)
  symlinkSync("policy.yaml", join(at, "link.yaml"))
  expect(await replaceText(join(at, "link.yaml"), "one\n", "two\n")).toBeUndefined()
  expect(readFileSync(join(at, "policy.yaml"), "utf8")).toBe("two\n")
  expect(statSync(join(at, "policy.yaml")).mode & 0o777).toBe(0o664)
  expect(readdirSync(at).sort()).toEqual(["link.yaml", "policy.yaml"])
})

it("keeps no set-id bit of a file", async () => {
  const path = join(folder({ "policy.yaml": "one\n" }), "policy.yaml")
  chmodSync(path, 0o6664)
  expect(await replaceText(path, "one\n", "two\n")).toBeUndefined()
  expect(statSync(path).mode & 0o7777).toBe(0o664)
})

it.runIf(process.getuid?.() === 0)("keeps the owner of a file and its permissions, and no set-id bit", async () => {
  const at = folder({ "policy.yaml": "one\n" })
  const path = join(at, "policy.yaml")
  chownSync(path, 12_345, 12_346)
  chmodSync(path, 0o6664)
  expect(await replaceText(path, "one\n", "two\n")).toBeUndefined()
  const { uid, gid, mode } = statSync(path)
  expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: 12_345, gid: 12_346, mode: 0o664 })
  chownSync(at, 12_345, 12_346)
  expect(await replaceText(join(at, "new.yaml"), undefined, "two\n", 0o600)).toBeUndefined()
  expect(statSync(join(at, "new.yaml"))).toMatchObject({ uid: 12_345, gid: 12_346 })
})

it("reports a broken link, and leaves it as it is", async () => {
  const at = folder()
  symlinkSync("gone.yaml", join(at, "link.yaml"))
  expect(await replaceText(join(at, "link.yaml"), undefined, "two\n")).toBe(
    "is a link to a file that does not exist; make that file, or remove the link"
  )
  expect(readdirSync(at)).toEqual(["link.yaml"])
})

it("does not change a file that was changed, removed or created meanwhile", async () => {
  const at = folder({ "policy.yaml": "changed\n" })
  const path = join(at, "policy.yaml")
  expect(await replaceText(path, "one\n", "two\n")).toBe("was changed meanwhile, and was left as it is")
  expect(await replaceText(path, undefined, "two\n")).toBe("was changed meanwhile, and was left as it is")
  expect(readFileSync(path, "utf8")).toBe("changed\n")
  expect(await replaceText(join(at, "gone.yaml"), "one\n", "two\n")).toBe(
    "cannot be written: its folder does not exist"
  )
  expect(readdirSync(at)).toEqual(["policy.yaml"])
})

it("does not change a read-only file", async () => {
  const at = folder({ "policy.yaml": "one\n" })
  const path = join(at, "policy.yaml")
  chmodSync(path, 0o444)
  expect(await replaceText(path, "one\n", "two\n")).toMatch(/^is read-only, /)
  expect(readFileSync(path, "utf8")).toBe("one\n")
  expect(readdirSync(at)).toEqual(["policy.yaml"])
})

it("creates the file and its folders if missing", async () => {
  const path = join(folder(), "config", "toolgate.yaml")
  expect(await replaceText(path, undefined, "two\n")).toBeUndefined()
  expect(readFileSync(path, "utf8")).toBe("two\n")
})

it("explains why it cannot write", async () => {
  const at = folder({ file: "" })
  expect(await replaceText(join(at, "file", "policy.yaml"), undefined, "two\n")).toMatch(
    /^cannot be written: a part of its path/
  )
})
