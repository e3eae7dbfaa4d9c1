import { openListener } from "../listen/openListener.ts"
import type { ApprovalPage, ApprovalPageOptions } from "./ApprovalPage.ts"
import { PageAnswers } from "./PageAnswers.ts"
import { pageDoor, pageRoutes } from "./pageRoutes.ts"

/** Opens a page on a free loopback port, where nothing else is served. */
export const openPage = async (options: ApprovalPageOptions): Promise<ApprovalPage> => {
  const opened = Promise.withResolvers<PageAnswers>()
  const { close } = await openListener(options.gate, {
    listen: { host: "127.0.0.1", port: 0 },
    hosts: "address",
    routes: (url) => {
      const page = new PageAnswers(options, url)
      opened.resolve(page)
      return pageRoutes(page)
    },
    doors: [pageDoor],
    connections: 64,
    graceMs: 0
  })
  const { name, url, addressOf } = await opened.promise
  return { name, url, addressOf, close }
}
