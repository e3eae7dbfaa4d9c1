import { execFileSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { openKeyFile } from "@toolgate/local-secrets"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { builtins, createToolgate, defineTool, shell, type ToolExecution, Type } from "../src/index.ts"

/** An app's tool that lists a folder anywhere on this machine, and reads the files that its grant allows. */
const look = defineTool({
  name: "look",
  description: "Lists the files of a folder, and reads them.",
  parameters: Type.Object({ path: Type.String() }),
  sideEffects: "READ",
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "host" }],
  execute: async ({ path }, { files }) => {
    const found: Array<string> = []
    for (const { name } of await files.list(path))
      try {
        found.push(`${name}: ${await files.read(`${path}/${name}`)}`)
      } catch {
        found.push(name)
      }
    return found.join("\n")
  }
})

let calls = 0

/**
 * Opens a gate whose agent may read and write a folder with the workspace, which also contains the store and its key.
 */
const opened = async (placed: (base: string) => { readonly at: string; readonly key: string }) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-reach-")))
  onTestFinished(() => {
    // A command copies folders with their visible modes, and some of these do not allow entering.
    execFileSync("chmod", ["-R", "u+rwX", base])
    rmSync(base, { recursive: true, force: true })
  })
  const workspace = join(base, "work")
  mkdirSync(workspace)
  const { at, key } = placed(base)
  await openKeyFile(key)
  const rules = "rules: { allow: [shell, Read, Write, look, read_file, write_file, list_dir] }"
  const agent = `agents: { default: { tools: [shell, Read, Write, look, read_file, write_file, list_dir], fs: [{ path: ${JSON.stringify(base)}, mode: rw }] } }`
  writeFileSync(join(workspace, "policy.yaml"), `version: 1\n${rules}\n${agent}\n`)
  const gate = await createToolgate({
    workspace,
    policy: { files: [join(workspace, "policy.yaml")] },
    tools: [...builtins({ withHostTools: true }), shell, look],
    store: { at, key: `file:${key}` }
  })
  onTestFinished(() => gate.close())
  const secret = readFileSync(key)
  const kept = [at, `${at}-wal`, `${at}-shm`, key]
  const call = (tool: string, args: Record<string, string>) => gate.dispatch({ id: `${calls++}`, tool, args })
  /**
   * Checks that no part of the key is in an answer or in the workspace, and that the key and the store are unchanged.
   */
  const isKept = async (...answers: ReadonlyArray<ToolExecution>) => {
    const text = secret.toString("latin1").trim()
    const seen = JSON.stringify(answers)
    const copied = readdirSync(workspace, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    expect([seen, ...copied].filter((each) => each.includes(text) || each.includes("SQLite format"))).toEqual([])
    expect(readFileSync(key)).toEqual(secret)
    expect(existsSync(at)).toBe(true)
    expect(await gate.approvals.list()).toEqual([])
  }
  return { base, workspace, at, key, kept, call, isKept }
}

const folderIn = (base: string, name: string): string => {
  mkdirSync(join(base, name), { recursive: true })
  return join(base, name)
}

/** The places of a store and its key, in a folder that the agent may read and write. */
const places: ReadonlyArray<readonly [string, (base: string) => { readonly at: string; readonly key: string }]> = [
  ["beside the workspace", (base) => ({ at: join(base, "store.sqlite"), key: join(base, "store.key") })],
  [
    "in folders of their own",
    (base) => ({ at: join(folderIn(base, "a/b"), "store.sqlite"), key: join(folderIn(base, "c"), "k") })
  ],
  ["with odd names", (base) => ({ at: join(folderIn(base, "it's [a] *"), "…{x}"), key: join(base, "a key") })],
  [
    "behind a link to their folder",
    (base) => {
      folderIn(base, "real")
      symlinkSync("real", join(base, "link"))
      return { at: join(base, "link", "store.sqlite"), key: join(base, "link", "store.key") }
    }
  ]
]

describe.each(places)("a store %s", (_, placed) => {
  it("is neither read nor written by a file tool, through any path", async () => {
    const { base, workspace, kept, call, isKept } = await opened(placed)
    for (const [n, path] of kept.entries()) symlinkSync(path, join(workspace, `link${n}`))
    const paths = kept.flatMap((path, n) => [
      path,
      existsSync(path) ? realpathSync(path) : path,
      relative(workspace, path),
      `link${n}`,
      `${dirname(path)}/../${basename(dirname(path))}/${basename(path)}`
    ])
    const answers: Array<ToolExecution> = []
    for (const path of paths)
      for (const [tool, args] of [
        ["Read", { path }],
        ["Write", { path, content: "x" }],
        ["read_file", { path }],
        ["write_file", { path, content: "x" }],
        ["look", { path }],
        ["list_dir", { path }]
      ] as const) {
        const answer = await call(tool, args)
        expect([tool, path, answer.success]).toEqual([tool, path, false])
        answers.push(answer)
      }
    // The agent may do so with every other file there.
    const free = join(base, "free")
    expect(await call("Write", { path: free, content: "x" })).toMatchObject({ success: true })
    expect(await call("Read", { path: free })).toMatchObject({ success: true })
    await isKept(...answers)
  })

  it("is not read when its folder is listed", async () => {
    const { at, key, base, call, isKept } = await opened(placed)
    writeFileSync(join(base, "free"), "")
    const answers = await Promise.all([base, dirname(at), dirname(key)].map((path) => call("look", { path })))
    expect(JSON.stringify(answers)).toContain("free")
    await isKept(...answers)
  })

  it.skipIf(!hasBubblewrap())("cannot be reached by a confined command", async () => {
    const { base, kept, call, isKept } = await opened(placed)
    const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`
    const answers: Array<ToolExecution> = []
    for (const path of kept.map(quoted))
      for (const command of [
        `cat ${path}`,
        `cp ${path} copy`,
        `ln -f ${path} copy; cat copy`,
        `mv ${path} copy; cat copy`,
        `echo x >> ${path}`,
        `rm -f ${path}`,
        `dd if=${path} of=copy`
      ])
        answers.push(await call("shell", { command }))
    for (const command of [
      `cp -r ${quoted(base)}/. copies; cat copies/* copies/*/*`,
      `grep -ra . ${quoted(base)} | head -c 100000`,
      `cd ${quoted(base)} && for f in * */* */*/*; do [ -d "$f" ] || { cat "$f"; echo x >> "$f"; rm -f "$f"; }; done`,
      `cd ${quoted(base)} && for d in [!w]*; do mv "$d" work/; done; cat work/* work/*/*`,
      `python3 -c "import os; [os.rename(os.path.join('..', f), f) for f in os.listdir('..') if f != 'work']"`
    ])
      answers.push(await call("shell", { command }))
    expect(JSON.stringify(answers)).toContain("version: 1")
    await isKept(...answers)
  })
})

it.each([
  [null, /"store" must be the place of a store, as in .*, or { at, key } with a reference to its key\.$/],
  [5, /"store" must be the place of a store, as in /],
  [{}, /"store\.at" must be the place of a store, as in /],
  [{ at: undefined }, /"store\.at" must be the place of a store, as in /],
  [{ at: 5 }, /"store\.at" must be the place of a store, as in /],
  [{ at: "a", key: 5 }, /"store\.key" must be a string\.$/]
])("explains what a store is if it is given %j", async (store, told) => {
  const options = { workspace: tmpdir(), policy: { files: [] }, tools: [], store: store as never }
  await expect(createToolgate(options)).rejects.toThrow(told)
})

describe("a store inside a workspace", () => {
  it.each<[string, (workspace: string) => { readonly at: string; readonly key: string }]>([
    ["the store", (workspace) => ({ at: join(workspace, "s.sqlite"), key: join(dirname(workspace), "k") })],
    ["the key", (workspace) => ({ at: join(dirname(workspace), "s.sqlite"), key: join(workspace, "k") })],
    [
      "behind a link that leads there",
      (workspace) => {
        symlinkSync(workspace, join(dirname(workspace), "in"))
        return { at: join(dirname(workspace), "in", "s.sqlite"), key: join(dirname(workspace), "k") }
      }
    ]
  ])("is refused at opening, also for the workspace of a session: %s", async (_, placed) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-reach-")))
    onTestFinished(() => rmSync(base, { recursive: true, force: true }))
    const [workspace, apart] = [folderIn(base, "work"), folderIn(base, "apart")]
    const { at, key } = placed(workspace)
    await openKeyFile(key)
    const options = {
      policy: { files: [] },
      tools: builtins({ withHostTools: true }),
      store: { at, key: `file:${key}` }
    }
    const reach = /calls in the workspace ".*" could reach it/
    await expect(createToolgate({ ...options, workspace })).rejects.toThrow(reach)
    const gate = await createToolgate({ ...options, workspace: apart })
    onTestFinished(() => gate.close())
    await expect(gate.session({ id: "s", workspace })).rejects.toThrow(reach)
    await expect(gate.session({ id: "s", workspace: base })).rejects.toThrow(reach)
  })
})
