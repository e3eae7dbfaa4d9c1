import type { ApprovalPage, ApprovalPageOptions } from "./page/ApprovalPage.ts"

/**
 * Opens a page on the loopback interface on which a person sees the whole card of a call and approves or denies it.
 * Pass its `addressOf` to a server as `approveAt`: clients with `approvals: url` then lead their users to the page.
 *
 * ```ts
 * import { type ApprovalPageOptions, openApprovalPage, serveMcpStdio, type StdioOptions } from "@toolgate/mcp-server"
 *
 * export const serve = async (options: StdioOptions, codeOf: ApprovalPageOptions["codeOf"]) => {
 *   const { gate } = options
 *   const page = await openApprovalPage({ gate, by: "ada", codeOf, codeWith: (name) => `my-gate code ${name}` })
 *   await serveMcpStdio({ ...options, approveAt: page.addressOf })
 *   await page.close()
 * }
 * ```
 */
export const openApprovalPage = async (options: ApprovalPageOptions): Promise<ApprovalPage> =>
  (await import("./page/openPage.ts")).openPage(options)
