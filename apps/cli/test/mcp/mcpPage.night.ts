import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { callTool, connected, connectedProcess, eras, pendingId } from "../mcpClient.ts"
import { toolgate } from "../withinProcess.ts"

const write = { path: "a.txt", content: "new" }

/** Makes a workspace and a state folder, and a second terminal. */
const project = () => {
  const base = folder()
  const [work, state] = [join(base, "work"), join(base, "state")]
  mkdirSync(work)
  const approvals = (...words: ReadonlyArray<string>) =>
    toolgate(["approvals", ...words], { cwd: work, env: { XDG_STATE_HOME: state } })
  return { work, state, approvals, flags: ["--approvals", "url"], isWritten: () => existsSync(join(work, "a.txt")) }
}

/** Posts a form of a page as a browser does, and returns the page that answers. */
const browser = async (url: string, form: Readonly<Record<string, string>>): Promise<string> => {
  const headers = { origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" }
  const response = await fetch(url, { method: "POST", headers, body: new URLSearchParams(form).toString() })
  return response.text()
}

/** Returns the command with which a person signs in, as the page says it. */
const commandOn = async (url: string): Promise<ReadonlyArray<string>> => {
  const text = await (await fetch(url)).text()
  return /<pre>toolgate approvals ([^<]*)</.exec(text)?.[1]?.split(" ") ?? []
}

/** Signs in, with the code that the command line prints, and returns the token of the page. */
const signIn = async (url: string, { approvals }: Pick<ReturnType<typeof project>, "approvals">): Promise<string> => {
  const { stdout, stderr } = await approvals(...(await commandOn(url)))
  expect(stderr).toContain(new URL(url).origin)
  return /name="token" value="([^"]+)"/.exec(await browser(url, { code: stdout.trim() }))?.[1] ?? ""
}

/** A client that leads its user to the address that it is given, and agrees as the page opens. */
const leading = (open: (url: string) => void | Promise<void>) => ({
  modes: ["url"] as const,
  asked: async (params: ElicitRequest["params"]): Promise<ElicitResult> => {
    if (params.mode === "url") await open(params.url)
    return { action: "accept" }
  }
})

describe.each(eras)("a client with --approvals url (%s)", (era) => {
  it("leads its user to a page, and the call runs when it is approved there", async () => {
    const here = project()
    let deciding: Promise<string> | undefined
    const open = (url: string) => {
      // The person decides after the client has agreed.
      deciding = signIn(url, here).then((token) => browser(url, { token, decision: "approve" }))
    }
    const { client } = await connected({ era, ...leading(open) }, here)
    expect(await callTool(client, "write_file", write)).toMatchObject({ _meta: { "toolgate/executed": "yes" } })
    expect(await deciding).toContain("<h1>Approved</h1>")
    expect(here.isWritten()).toBe(true)
    expect((await here.approvals("list", "--all", "--json")).stdout).toContain('"from":"approval page"')
  })

  it("continues when its user decides in a terminal instead", async () => {
    const here = project()
    let deciding: Promise<{ readonly status: number | null }> | undefined
    const open = (url: string) => {
      deciding = here.approvals("approve", url.split("/").at(-1) ?? "")
    }
    const { client } = await connected({ era, ...leading(open) }, here)
    expect(await callTool(client, "write_file", write)).toMatchObject({ _meta: { "toolgate/executed": "yes" } })
    expect(await deciding).toMatchObject({ status: 0 })
  })

  it("hears of a denial on the page, and of one in a terminal while the page is open", async () => {
    const here = project()
    const urls: Array<string> = []
    const open = async (url: string) => {
      urls.push(url)
      const token = await signIn(url, here)
      if (urls.length === 1) await browser(url, { token, decision: "deny", reason: "Not here." })
      else await here.approvals("deny", url.split("/").at(-1) ?? "", "--reason", "Not there.")
      expect(await browser(url, { token, decision: "approve" })).toContain("<h1>It was over</h1>")
    }
    const { client } = await connected({ era, ...leading(open) }, here)
    const denied = { isError: true, _meta: { "toolgate/error": "user_denied" } }
    expect(await callTool(client, "write_file", write)).toMatchObject(denied)
    const second = await callTool(client, "write_file", { ...write, path: "b.txt" })
    expect(second).toMatchObject({ ...denied, content: [{ text: expect.stringContaining("Not there.") }] })
    expect(here.isWritten()).toBe(false)
  })

  it("decides nothing by its own answer, and is answered as with defer when its user does not open the page", async () => {
    const here = project()
    const asked = () => ({ action: "decline", content: { decision: "approve" } }) as const
    const { client } = await connected({ era, modes: ["url"], asked }, here)
    const result = await callTool(client, "write_file", write)
    expect(result).toMatchObject({ isError: true, _meta: { "toolgate/executed": "no" } })
    expect(result.content.at(-1)?.text).toMatch(
      /^To decide, a person opens http:\/\/127\.0\.0\.1:\d+\/approvals\/[0-9a-f]{32} or/
    )
    await here.approvals("approve", pendingId(result))
    expect(await callTool(client, "write_file", write)).toMatchObject({ _meta: { "toolgate/executed": "yes" } })
  })

  it("gets the address beside the command if it cannot open addresses", async () => {
    const here = project()
    const { client } = await connected({ era, asked: () => ({ action: "accept", content: {} }) }, here)
    const result = await callTool(client, "write_file", write)
    const [, url = ""] = /opens (\S+) or runs "toolgate approvals approve/.exec(result.content.at(-1)?.text ?? "") ?? []
    await browser(url, { token: await signIn(url, here), decision: "approve" })
    expect(await callTool(client, "write_file", write)).toMatchObject({ _meta: { "toolgate/executed": "yes" } })
  })

  it("finds the same question on the page of the next gate, if its own is killed before the decision", async () => {
    const here = project()
    const urls: Array<string> = []
    const killed = Promise.withResolvers<number | null>()
    const tokens: Array<string> = []
    const first = await connectedProcess(
      {
        era,
        ...leading(async (url) => {
          urls.push(url)
          tokens.push(await signIn(url, here))
          process.kill((await killed.promise) ?? 0, "SIGKILL")
        })
      },
      here
    )
    killed.resolve(first.transport.pid)
    await expect(callTool(first.client, "write_file", write)).rejects.toThrow()
    const next = await connected(
      {
        era,
        ...leading(async (url) => {
          urls.push(url)
          expect(await browser(url, { token: tokens[0] ?? "", decision: "approve" })).toContain("has restarted")
          await browser(url, { token: await signIn(url, here), decision: "approve" })
        })
      },
      here
    )
    expect(await callTool(next.client, "write_file", write)).toMatchObject({ _meta: { "toolgate/executed": "yes" } })
    const [one = "", other = ""] = urls
    expect(new URL(one).port).not.toBe(new URL(other).port)
    expect(new URL(one).pathname).toBe(new URL(other).pathname)
  })
})

describe("toolgate approvals code", () => {
  it("prints a stable code for each page and key, and a different one for others", async () => {
    const [here, there] = [project(), project()]
    const code = async ({ approvals }: typeof here, page: string) => (await approvals("code", page)).stdout
    const first = await code(here, "41234-0123456789")
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\n$/)
    expect(await code(here, "41234-0123456789")).toBe(first)
    for (const page of ["41235-0123456789", "41234-0123456780"]) expect(await code(here, page)).not.toBe(first)
    expect(await code(there, "41234-0123456789")).not.toBe(first)
  })

  it.each(["", "41234", "0123456789", "41234-0123456789 --store x", "http://127.0.0.1:41234/approvals"])(
    "rejects %j as the name of a page",
    async (name) => {
      const { status, stderr } = await project().approvals("code", name)
      expect([status, stderr]).toEqual([2, expect.stringContaining("is not the name of a page")])
    }
  )
})

describe("toolgate mcp serve", () => {
  it("opens no page unless a client needs it", async () => {
    const here = project()
    const { client } = await connected({ era: "auto" }, { ...here, flags: [] })
    const { content } = await callTool(client, "write_file", write)
    expect(content.at(-1)?.text).not.toContain("127.0.0.1")
  })
})
