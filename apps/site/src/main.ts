import { build, createServer } from "vitepress"
import { bundleJudge } from "./bundleJudge.ts"
import { publicFolder } from "./siteConfig.ts"

const site = new URL("..", import.meta.url).pathname

await bundleJudge(`${publicFolder}/playground`)
if (process.argv[2] === "build") await build(site)
else {
  const server = await createServer(site)
  await server.listen()
  server.printUrls()
}
