import { randomUUID } from "node:crypto"
import { once } from "node:events"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createServer } from "node:net"
import { homedir } from "node:os"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import {
  type ApprovalRequest,
  builtins,
  createToolgate,
  shell,
  type Toolgate,
  type ToolgateOptions
} from "../src/index.ts"

// "/tmp" is a folder of the session for a confined command, so everything is elsewhere.
const base = realpathSync(mkdtempSync("/var/tmp/toolgate-outside-"))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const [workspace, data] = [join(base, "ws"), join(base, "data")]
for (const folder of [workspace, join(data, ".ssh"), join(data, "deep")]) mkdirSync(folder, { recursive: true })
writeFileSync(join(data, "a.txt"), "alpha\n")
writeFileSync(join(data, "deep/b.txt"), "beta\n")
writeFileSync(join(data, ".ssh/id_rsa"), "PRIVATE\n")
symlinkSync(data, `${data}-link`)
symlinkSync("data/a.txt", join(base, "one.txt"))
symlinkSync(join(data, "a.txt"), join(workspace, "inside.txt"))
// This one is a secret only outside the workspace.
writeFileSync(join(data, ".npmrc"), "PRIVATE\n")
writeFileSync(join(base, "beside.txt"), "beside\n")
writeFileSync(join(workspace, "in.txt"), "in\n")

/** The open gates, by their options and policies. Each command has a separate session in one of them. */
const gates = new Map<Partial<ToolgateOptions>, Map<string, Promise<Toolgate>>>()
afterAll(async () => {
  for (const each of gates.values()) for (const gate of each.values()) await (await gate).close()
})

const opened = (policy = "", options = nobody): Promise<Toolgate> => {
  const known = gates.get(options) ?? new Map<string, Promise<Toolgate>>()
  gates.set(options, known)
  const gate = known.get(policy) ?? newGate(policy, options)
  known.set(policy, gate)
  return gate
}

const newGate = (policy: string, options: Partial<ToolgateOptions>): Promise<Toolgate> => {
  const path = join(mkdtempSync(join(base, "policy-")), "p.yaml")
  writeFileSync(path, `version: 1\n${policy}\n`)
  return createToolgate({
    workspace,
    tools: [...builtins({ withHostTools: true }), shell],
    policy: { files: [path] },
    ...options
  })
}

const nobody: Partial<ToolgateOptions> = {}
const yes = { onAsk: () => ({ decision: "approve" as const }) }
const allowed = "rules: { allow: [shell] }"

const running = async (
  command: string,
  policy: string | undefined = allowed,
  options = nobody,
  session: string = randomUUID()
): Promise<string> => {
  const gate = await opened(policy, options)
  const { success, executed, output, error } = await gate.dispatch(
    { id: "1", tool: "shell", args: { command } },
    { session, agent: "a" }
  )
  if (executed === "no") return `refused: ${error?.slug}`
  const text = output.content.map((part) => ("text" in part ? part.text : "")).join("")
  return success ? text.trim() : `failed: ${text.trim()}`
}

describe.skipIf(!hasBubblewrap())("a confined command", () => {
  it("needs no question for paths in the folders of its session", async () => {
    for (const folder of ["/tmp", "/dev/shm"])
      for (const command of [
        `echo 1 > ${folder}/n; cat ${folder}/n`,
        `echo 1 | tee ${folder}/n`,
        `mkdir ${folder}/d; echo 1 > ${folder}/d/x; cat < ${folder}/d/x`,
        `cp in.txt ${folder}/n; echo 1`,
        `ls ${folder} > /dev/null; echo 1`
      ])
        for (const policy of [allowed, `${allowed}\nagents: { a: { fs: [{ path: ${workspace}, mode: rw }] } }`])
          expect([command, await running(command, policy)]).toEqual([command, "1"])
    const path = `/tmp/toolgate-redirected-${process.pid}`
    expect(await running(`echo 1 > ${path}; cat ${path}`)).toBe("1")
    expect(existsSync(path)).toBe(false)
    expect(await running("cat /tmp/nothing-of-the-sort")).toMatch(/^failed: cat: .*No such file/)
  })

  it("asks for them if it runs unconfined", async () => {
    const unconfined = `${allowed}\ntools: { shell: { unconfined: true } }`
    for (const command of ["cat /tmp/x", "echo 1 > /tmp/toolgate-never", "cat < /dev/shm/x", "sed /api/p in.txt"])
      expect([command, await running(command, unconfined)]).toEqual([command, "refused: permission_denied"])
    expect(existsSync("/tmp/toolgate-never")).toBe(false)
  })

  it("does not ask for a word with an unusual first name, whether or not it exists", async () => {
    for (const command of ["sed -n /in/,/b/p in.txt", "cut -d/ -f1 in.txt", "grep -v /api in.txt"])
      expect([command, await running(command)]).toEqual([command, "in"])
  })

  const a = join(data, "a.txt")
  const table: ReadonlyArray<readonly [command: string, rule: string, printed: string | RegExp]> = [
    [`cat ${a}`, `shell(cat ${a})`, "alpha"],
    [`grep -rh a ${data}/deep/`, `Read(${data}/deep/**)`, "beta"],
    [`ls ${data}`, `shell(ls ${data})`, "a.txt\ndeep"],
    ["cat ../beside.txt", `Read(${base}/beside.txt)`, "beside"],
    [`cat ${data}/*.txt`, `Read(${data}/**)`, "alpha"],
    [`cd ${data} && cat a.txt`, `Read(${data}/**)`, "alpha"],
    [`cat ${data}-link/a.txt`, `Read(${a})`, "alpha"],
    ["cat ../one.txt", `Read(${a})`, "alpha"],
    ["cat inside.txt", `Read(${a})`, "alpha"],
    [`cat < ${a}`, `Read(${a})`, "alpha"]
  ]

  it.each(table)("reads a named file after a yes or a rule, and asks before: %s", async (command, rule, printed) => {
    expect(await running(command)).toBe("refused: permission_denied")
    expect(await running(command, undefined)).toBe("refused: permission_denied")
    expect(await running(command, "", yes)).toBe(printed)
    expect(await running(command, allowed, yes)).toBe(printed)
    expect(await running(command, `rules: { allow: [shell, ${JSON.stringify(rule)}] }`)).toBe(printed)
    const capability = `${allowed}\nagents: { a: { fs: [{ path: ${workspace}, mode: rw }, { path: ${base}, mode: r }] } }`
    expect(await running(command, capability)).toBe(printed)
  })

  it("shows the person the files that it would read, and gets only these", async () => {
    let shown: ApprovalRequest | undefined
    const onAsk = (request: ApprovalRequest) => {
      shown = request
      return { decision: "approve" as const }
    }
    expect(await running(`cat ${a}; cat $(printf ${data}/deep/%s b.txt)`, "", { onAsk })).toMatch(/alpha/)
    expect(shown?.summary).toContain(`  reads outside the workspace: "${a}"\n`)
    expect(await running(`cat ${a}; printf ${data}/deep/%s b.txt | xargs cat`, "", yes)).toMatch(
      /alpha\ncat: .*No such file/
    )
  })

  it("only reads them: a program that writes fails, and nothing is lost", async () => {
    for (const command of [
      `cp in.txt ${a}`,
      `cp in.txt ${data}/new`,
      `echo x | tee ${data}/deep/b.txt`,
      `rm -f ${a}`,
      `cd ${data} && touch new`
    ])
      expect([command, await running(command, "", yes)]).toEqual([command, expect.stringMatching(/^failed: /)])
    expect(readFileSync(a, "utf8")).toBe("alpha\n")
    expect(existsSync(join(data, "new"))).toBe(false)
    // A redirection declares that it writes.
    expect(await running(`echo x > ${data}/written`, "", yes)).toBe("")
    expect(readFileSync(join(data, "written"), "utf8")).toBe("x\n")
    rmSync(join(data, "written"))
  })

  it("sees no secret in a folder that it names, unless exactly that secret was approved or opened", async () => {
    for (const command of [`grep -rh . ${data}`, `cat -- ${data}/.ssh/id_rsa 2>&1 || true`, `ls -a ${data}/..`])
      expect(await running(command, `rules: { allow: [shell, "Read(${base}/**)"] }`)).not.toMatch(/PRIVATE/)
    expect(await running(`grep -rhs . ${data}; true`, "", yes)).not.toMatch(/PRIVATE/)
    expect(await running(`cat ${data}/.ssh/id_rsa`, "", yes)).toBe("PRIVATE")
    expect(await running(`grep -rhs PRIV ${data}; true`, "not_secrets: ['/**/.ssh/**', '/**/.ssh']", yes)).toBe(
      "PRIVATE"
    )
  })

  it("sees no socket that a word names, because opening it means using it", async () => {
    const path = join(base, "socket")
    const server = createServer().listen(path)
    onTestFinished(() => void server.close())
    await once(server, "listening")
    expect(await running(`ls ${path}`, "", yes)).toMatch(/^failed: ls: .*No such file/)
  })

  it("sees no file that a rule denies in a named folder", async () => {
    const deny = `rules: { deny: ["Read(${data}/deep/**)"] }`
    expect(await running(`grep -rhs . ${data}; true`, deny, yes)).toBe("alpha")
  })

  it("does not follow a link that changed between the approval and the start", async () => {
    const link = join(base, "link")
    symlinkSync(a, link)
    const swapping = {
      onAsk: () => {
        rmSync(link)
        symlinkSync(join(data, "deep/b.txt"), link)
        return { decision: "approve" as const }
      }
    }
    expect(await running(`cat ${link}`, "", swapping)).not.toMatch(/beta/)
    const there = join(base, "there")
    mkdirSync(there)
    writeFileSync(join(there, "x"), "there\n")
    const moving = {
      onAsk: () => {
        renameSync(there, join(base, "gone"))
        symlinkSync(join(data, ".ssh"), there)
        return { decision: "approve" as const }
      }
    }
    expect(await running(`cat ${there}/x`, "", moving)).toBe("failed: ")
  })

  it("keeps its own processes, devices and root, as every card says", async () => {
    let summary = ""
    const onAsk = (request: ApprovalRequest) => {
      summary = request.summary
      return { decision: "approve" as const }
    }
    expect(await running("tr '\\0' '\\n' < /proc/self/environ; cat /proc/self/environ", "", { onAsk })).not.toContain(
      process.env.HOME ?? homedir()
    )
    expect(summary).not.toContain("reads outside")
    expect(summary).toMatch(/file of the command's own to read: "\/proc\/[0-9]+\/environ"/)
    expect(await running("ls /", "", { onAsk })).not.toMatch(/^root$/m)
    expect(summary).not.toContain("reads outside")
  })

  it("asks before it reads a secret through another folder", async () => {
    for (const command of ["cat /srv/../etc/shadow", "cat /etc/shadow/", "cat /etc/shado[w]"])
      expect([command, await running(command, "rules: { allow: [shell, 'Read(/**)'] }")]).toEqual([
        command,
        "refused: permission_denied"
      ])
  })
})
