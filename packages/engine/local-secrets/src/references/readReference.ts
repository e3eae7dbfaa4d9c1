import { spawn } from "node:child_process"
import { join } from "node:path"
import { readTextFile } from "@toolgate/yaml-reading"
import type { Reference } from "./references.ts"

/** The sources of reference values. */
export interface ReferenceSources {
  /** The environment variables. A command gets all of them. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The absolute path for `~/`. */
  readonly home: string
  /** The time limit of a command, in milliseconds. */
  readonly commandMs: number
}

/** The value of a reference, or a fault as the end of a sentence that never quotes the value. */
export type ReferenceValue =
  | {
      readonly value: string
      /** Whether the value is the default in the reference itself, and therefore not secret. */
      readonly isPublic?: true
    }
  | { readonly fault: string }

/** The size limit of a file or of a command's output, in bytes. */
const mostBytes = 64 * 1024

/** Reads the value of a reference. Strips one line end at the end of a file or of a command's output. */
export const readReference = async (
  { kind, of, otherwise }: Reference,
  sources: ReferenceSources,
  signal: AbortSignal
): Promise<ReferenceValue> => {
  if (otherwise !== undefined && (ownValue(of, sources) ?? "") === "") return { value: otherwise, isPublic: true }
  const found =
    kind === "env" ? variable(of, sources) : kind === "file" ? file(of, sources) : await printed(of, sources, signal)
  if ("fault" in found) return found
  if (found.value === "") return { fault: "it is empty" }
  return found.value.includes("\0") ? { fault: "it contains the character U+0000" } : found
}

const ownValue = (name: string, { env }: ReferenceSources): string | undefined =>
  Object.hasOwn(env, name) ? env[name] : undefined

const variable = (name: string, sources: ReferenceSources): ReferenceValue => {
  const value = ownValue(name, sources)
  return value === undefined ? { fault: "the variable is not set" } : { value }
}

const file = (path: string, { home }: ReferenceSources): ReferenceValue => {
  const read = readTextFile(path.startsWith("~/") ? join(home, path.slice(2)) : path, "secret", mostBytes)
  return "text" in read ? { value: withoutLineEnd(read.text) } : read
}

const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, "")

/**
 * Runs a command in a shell and returns its output. Its stderr goes to the terminal, because it may ask for a password.
 */
const printed = (command: string, { env, commandMs }: ReferenceSources, signal: AbortSignal): Promise<ReferenceValue> =>
  new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { env, stdio: ["ignore", "pipe", "inherit"], detached: true })
    const chunks: Array<Buffer> = []
    let length = 0
    let ended: ReferenceValue | undefined
    const end = (value: ReferenceValue) => {
      if (ended !== undefined) return
      ended = value
      clearTimeout(timer)
      signal.removeEventListener("abort", abort)
      child.stdout.destroy()
      // The whole process group, because children may outlive the shell.
      if (child.pid !== undefined) endGroup(child.pid)
      resolve(value)
    }
    const abort = () => end({ fault: "the command was stopped" })
    const timer = setTimeout(() => end({ fault: `the command took longer than ${commandMs / 1000} s` }), commandMs)
    signal.addEventListener("abort", abort, { once: true })
    if (signal.aborted) abort()
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > mostBytes) end({ fault: `the command printed more than ${mostBytes / 1024} KiB` })
      else chunks.push(chunk)
    })
    child.on("error", () => end({ fault: "the command could not be started" }))
    child.on("close", (status) => {
      if (status !== 0) end({ fault: `the command ended with ${status === null ? "a signal" : `status ${status}`}` })
      else end(textIn(Buffer.concat(chunks)))
    })
  })

const textIn = (bytes: Buffer): ReferenceValue => {
  try {
    return { value: withoutLineEnd(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)) }
  } catch {
    return { fault: "the command printed something that is not UTF-8 text" }
  }
}

const endGroup = (pid: number): void => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // The group has already ended.
  }
}
