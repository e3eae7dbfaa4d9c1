import { spawn } from "node:child_process"
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { expect, it, onTestFinished } from "vitest"
import { KeyUnavailable, openKeyFile, readKeyReference, SecretKey } from "../../src/index.ts"

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-keys-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const errorOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => undefined,
    (reason) => reason
  )
  expect(error).toBeInstanceOf(KeyUnavailable)
  return error.message
}

it("is created once, for this user only, and then read", async () => {
  const folder = newFolder()
  const path = join(folder, "a.key")
  const made = await openKeyFile(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(["a.key"])
  expect((await openKeyFile(path)).id).toBe(made.id)
  expect((await readKeyReference(`file:${path}`)).id).toBe(made.id)
  expect(new SecretKey(readFileSync(path)).id).toBe(made.id)
})

it("is created with a given key if it is missing", async () => {
  const path = join(newFolder(), "a.key")
  const [first, second] = [new SecretKey(Buffer.alloc(32, 1)), new SecretKey(Buffer.alloc(32, 2))]
  expect((await openKeyFile(path, first)).id).toBe(first.id)
  expect((await openKeyFile(path, second)).id).toBe(first.id)
})

it("is the same key for all processes that create it concurrently", async () => {
  const path = join(newFolder(), "a.key")
  const program = join(import.meta.dirname, "programs/makeKeys.ts")
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ["--conditions=@toolgate/source", program, path], { stdio: ["pipe", "pipe", "inherit"] })
  )
  const ids = children.map((child) => text(child.stdout))
  await Promise.all(children.map((child) => new Promise((ready) => child.stdout.once("readable", ready))))
  for (const child of children) child.stdin.end("go")
  const made = await Promise.all(ids)
  const right = (await Promise.all(Array.from({ length: 20 }, (_, index) => openKeyFile(`${path}${index}`)))).map(
    ({ id }) => id
  )
  for (const each of made) expect(each.trim().split("\n").slice(1)).toEqual(right)
})

it("is refused if it is invalid or readable by others", async () => {
  const folder = newFolder()
  const path = join(folder, "a.key")
  const errors = async () => {
    const error = await errorOf(openKeyFile(path))
    expect(await errorOf(readKeyReference(`file:${path}`))).toBe(error)
    return error
  }
  writeFileSync(path, Buffer.alloc(32), { mode: 0o644 })
  chmodSync(path, 0o640)
  expect(await errors()).toBe(`The key file "${path}" is readable by other users; set its mode to 0600.`)
  for (const length of [0, 31, 33]) {
    writeFileSync(path, Buffer.alloc(length))
    chmodSync(path, 0o600)
    expect(await errors()).toBe(`The key file "${path}" is not 32 bytes long.`)
  }
  rmSync(path)
  mkdirSync(path, { mode: 0o700 })
  expect(await errors()).toBe(`The key file "${path}" is not a regular file.`)
  rmSync(path, { recursive: true })
  writeFileSync(join(folder, "elsewhere"), Buffer.alloc(32), { mode: 0o600 })
  symlinkSync(join(folder, "elsewhere"), path)
  expect(await errors()).toBe(
    `The key file "${path}" cannot be read: it is a link that is not followed, or its path leads through too many links.`
  )
  rmSync(path)
  linkSync(join(folder, "elsewhere"), path)
  expect((await openKeyFile(path)).id).toBe(new SecretKey(Buffer.alloc(32)).id)
})

it("explains why it cannot be created or read", async () => {
  const folder = newFolder()
  const path = join(folder, "none", "a.key")
  expect(await errorOf(openKeyFile(path))).toBe(`The key file "${path}" cannot be made: its folder does not exist.`)
  expect(await errorOf(readKeyReference(`file:${path}`))).toBe(
    `The key file "${path}" cannot be read: there is no such file or folder.`
  )
  writeFileSync(join(folder, "none"), "")
  expect(await errorOf(openKeyFile(path))).toBe(
    `The key file "${path}" cannot be read: a part of its path is not a folder.`
  )
  expect(existsSync(path)).toBe(false)
})
