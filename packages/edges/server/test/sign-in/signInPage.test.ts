import { existsSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type BrowserContext, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { openTestServer } from "../openTestServer.ts"

const executablePath = "/usr/bin/chromium"

describe.skipIf(!existsSync(executablePath))("the sign-in page in Chromium", () => {
  let context: BrowserContext
  beforeAll(async () => {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
    context = await browser.newContext()
  })
  afterAll(() => context.browser()?.close())

  const open = async () => {
    const server = await openTestServer({ signIn: true })
    const ada = await server.addToken({ name: "<b>ada</b>", rights: ["decide", "read"] })
    const page = await context.newPage()
    onTestFinished(() => page.close())
    const faults: Array<string> = []
    page.on("pageerror", ({ message }) => faults.push(message))
    return { ...server, ada, page, faults, makeAddress: () => server.makeSignInAddress?.() ?? "" }
  }

  it("signs in by the address alone, keeps the session for other pages, and signs out", async () => {
    const { url, page, faults, makeAddress } = await open()
    const address = makeAddress()
    await page.goto(address)
    await page.getByRole("heading", { name: "You are signed in" }).waitFor()
    expect(await page.locator("#name").textContent()).toBe("<b>ada</b>")
    expect(await page.locator("#rights").textContent()).toBe("decide, read")
    // The code has left the address and the history.
    expect(page.url()).toBe(`${url}/sign-in`)
    expect(await context.cookies()).toEqual([])
    const other = await context.newPage()
    onTestFinished(() => other.close())
    // A second use of the address fails, and the session goes on.
    await other.goto(address)
    await other.getByRole("alert").filter({ hasText: "used already" }).waitFor()
    expect(await other.getByRole("heading").textContent()).toBe("You are signed in")
    await other.getByRole("button", { name: "Sign out" }).click()
    await other.getByLabel("Code").waitFor()
    await page.reload()
    await page.getByLabel("Code").waitFor()
    expect(faults).toEqual([])
  })

  it("takes a code that is entered, and says what is wrong with another", async () => {
    const { url, page, makeAddress } = await open()
    await page.goto(`${url}/sign-in`)
    await page.getByLabel("Code").fill("wrong")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("alert").filter({ hasText: "This code is wrong" }).waitFor()
    await page.getByLabel("Code").fill(makeAddress().split("#")[1] ?? "")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "You are signed in" }).waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("sends nothing of the session to another port of the host", async () => {
    const { page, makeAddress } = await open()
    await page.goto(makeAddress())
    await page.getByRole("heading", { name: "You are signed in" }).waitFor()
    const seen: Array<string> = []
    const spy = createServer(({ headers }, response) => {
      seen.push(JSON.stringify(headers))
      response.setHeader("content-type", "text/html").end("<script>document.title = localStorage.length</script>")
    })
    await new Promise<void>((resolve) => spy.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void spy.close())
    await page.goto(`http://127.0.0.1:${(spy.address() as AddressInfo).port}/`)
    expect(await page.title()).toBe("0")
    expect(seen.join()).not.toMatch(/tg_|cookie|authorization/)
  })
})
