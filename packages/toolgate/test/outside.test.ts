import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { builtins, createToolgate, defineTool, shell, type ToolgateOptions, Type } from "../src/index.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-outside-")))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const [workspace, home] = [join(base, "ws"), join(base, "home")]
for (const folder of [workspace, join(home, ".ssh"), join(workspace, ".aws")]) mkdirSync(folder, { recursive: true })
writeFileSync(join(home, ".ssh/id_rsa"), "KEY\n")
writeFileSync(join(home, "notes"), "notes\n")
writeFileSync(join(workspace, "a.txt"), "a\n")
writeFileSync(join(workspace, ".aws/credentials"), "KEY\n")
symlinkSync(join(home, ".ssh/id_rsa"), join(workspace, "link"))

const fetch = defineTool({
  name: "fetch",
  description: "Fetches a page.",
  parameters: Type.Object({ url: Type.String() }),
  sideEffects: "READ",
  effects: ["network_access"],
  resources: [{ kind: "url", arg: "/url" }],
  execute: () => "page"
})

const opened = async (options: Partial<ToolgateOptions> = {}) => {
  const tools = [...builtins({ withHostTools: true }), shell, fetch]
  const gate = await createToolgate({ workspace, policy: { files: [] }, tools, ...options })
  onTestFinished(() => gate.close())
  return gate
}

const policyFile = (text: string) => {
  const path = join(mkdtempSync(join(base, "policy-")), "p.yaml")
  writeFileSync(path, `version: 1\n${text}\n`)
  return { policy: { files: [path] } }
}

const reading = (path: string) => ({ id: "1", tool: "Read", args: { path } })

describe("the process's own environment", () => {
  // Every spelling leads to the environment of this process, or to a file with the same content.
  const spellings = [
    ...["/proc/self/environ", "/proc/thread-self/environ", `/proc/${process.pid}/environ`, "//proc//self//environ"],
    ...["/proc/./self/environ", "/proc/self/../self/environ", "/proc/self/task/../environ", "/proc/1/environ"],
    ...[
      `/proc/self/task/${process.pid}/environ`,
      "/proc/self/root/proc/self/environ",
      "/proc/self/mem",
      "/proc/self/maps"
    ],
    ...["/proc/self/cmdline", "/proc/self/auxv", "/dev/../proc/self/environ", "/dev/fd/../environ"],
    ...[
      "../../../../../../../../proc/self/environ",
      "/etc/../proc/self/environ",
      "/proc/self/cwd/../../../../../../proc/1/environ"
    ]
  ]

  it.each(spellings)("is not read as %s, even if a rule allows it", async (path) => {
    const allowing = policyFile("rules: { allow: [Read, 'Read(/**)', shell, 'shell(cat:*)'] }")
    for (const options of [{}, { policy: "default" as const }, allowing]) {
      const gate = await opened(options)
      const answer = await gate.dispatch(reading(path))
      expect(answer).toMatchObject({ success: false, executed: "no" })
      expect(answer.error?.slug === "permission_denied" || answer.error?.why === "InvalidArgs").toBe(true)
    }
    const gate = await opened(allowing)
    for (const command of [`cat ${path}`, `cat < ${path}`, `sh -c 'cat ${path}'`, `cat -- "${path}"`, `dd if=${path}`])
      expect(await gate.dispatch({ id: "1", tool: "shell", args: { command } }), command).toMatchObject({
        success: false,
        executed: "no"
      })
  })
})

describe("a path outside the workspace", () => {
  it("is read only under the policy host, or by a rule that names it", async () => {
    const read = async (path: string, options: Partial<ToolgateOptions> = {}) => {
      const { success, executed } = await (await opened(options)).dispatch(reading(path))
      return success ? "read" : executed
    }
    const notes = join(home, "notes")
    expect(await read("a.txt")).toBe("read")
    expect(await read(notes)).toBe("no")
    expect(await read(notes, { policy: "default" })).toBe("no")
    expect(await read(notes, { policy: "host" })).toBe("read")
    expect(await read(notes, policyFile(`rules: { allow: ["Read(${home}/**)"] }`))).toBe("read")
    expect(await read(join(home, ".ssh/id_rsa"), policyFile(`rules: { allow: ["Read(${home}/**)"] }`))).toBe("no")
    expect(await read("link", policyFile("rules: { allow: [Read] }"))).toBe("no")
    expect(await read(".aws/credentials", policyFile("rules: { allow: [Read] }"))).toBe("no")
    expect(await read(".aws/credentials", policyFile("rules: { allow: [Read] }\nnot_secrets: [.aws]"))).toBe("read")
  })

  it("can be read if a person approves", async () => {
    const gate = await opened({ onAsk: () => ({ decision: "approve" }) })
    expect(await gate.dispatch(reading(join(home, "notes")))).toMatchObject({ success: true, executed: "yes" })
    expect(await gate.dispatch(reading(join(home, ".ssh/id_rsa")))).toMatchObject({ success: true })
  })

  it("is refused to a tool of the workspace without a question", async () => {
    let asked = 0
    const gate = await opened({
      onAsk: () => {
        asked++
        return { decision: "approve" }
      }
    })
    const answer = await gate.dispatch({ id: "1", tool: "read_file", args: { path: join(home, "notes") } })
    expect(answer).toMatchObject({ executed: "no", error: { slug: "fs_denied" } })
    expect(asked).toBe(0)
  })
})

describe("the first request of a session to a host", () => {
  it("needs approval, unlike later requests of the tool to the host", async () => {
    const asked: Array<string> = []
    const gate = await opened({
      onAsk: ({ args, sessionCovers }) => {
        asked.push(String(args.url))
        expect(sessionCovers).toMatch(/^Asked only once: .* to the same hosts/)
        return { decision: "approve" }
      }
    })
    const get = (url: string, session: string) => gate.dispatch({ id: "1", tool: "fetch", args: { url } }, { session })
    for (const url of [
      "https://a.example/1",
      "https://a.example/2?x=y",
      "https://b.example/",
      "https://a.example:8443/"
    ])
      expect(await get(url, "one")).toMatchObject({ success: true })
    await get("https://a.example/3", "two")
    expect(asked).toEqual([
      ...["https://a.example/1", "https://b.example/", "https://a.example:8443/"],
      "https://a.example/3"
    ])
  })

  it("is denied without a person to ask, unless a rule names the host", async () => {
    const get = async (options: Partial<ToolgateOptions>) =>
      (await (await opened(options)).dispatch({ id: "1", tool: "fetch", args: { url: "https://a.example/" } })).success
    expect(await get({})).toBe(false)
    expect(await get({ policy: "default" })).toBe(false)
    expect(await get(policyFile("rules: { allow: ['fetch(domain:a.example)'] }"))).toBe(true)
    expect(await get(policyFile("rules: { allow: [fetch] }"))).toBe(true)
  })
})

describe("a function as the policy", () => {
  it("decides each call, without Effect", async () => {
    const because = { layer: "app", rule: "reading", source: "app" }
    const gate = await opened({
      policy: ({ tool }) =>
        tool.sideEffects === "READ"
          ? { decision: "allow", because, bounds: {} }
          : { decision: "deny", because, why: "Nothing is changed here." }
    })
    expect(await gate.dispatch({ id: "1", tool: "read_file", args: { path: "a.txt" } })).toMatchObject({
      success: true
    })
    const write = await gate.dispatch({ id: "2", tool: "write_file", args: { path: "b.txt", content: "" } })
    expect(write).toMatchObject({ executed: "no", error: { message: "Permission denied: Nothing is changed here." } })
  })
})

describe("an answer for the session", () => {
  it("is not offered if the session ends with the call", async () => {
    const spans: Array<boolean> = []
    for (const more of [{}, { sessionAnswers: false }]) {
      const gate = await opened({
        ...more,
        onAsk: ({ maySpanSession }) => {
          spans.push(maySpanSession)
          return { decision: "deny" }
        }
      })
      await gate.dispatch({ id: "1", tool: "write_file", args: { path: "b.txt", content: "" } })
    }
    expect(spans).toEqual([true, false])
  })
})
