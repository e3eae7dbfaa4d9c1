import { spawn } from "node:child_process"

/** Opens a page in the user's browser, as far as there is one. The page's address is one argument, which no shell reads. */
export const openBrowser = (page: URL): void => {
  const [program, ...words] = opener()
  const child = spawn(program, [...words, page.href], { stdio: "ignore", detached: true })
  // The address is printed as well, so nothing is lost where nothing opens it.
  child.on("error", () => {})
  child.unref()
}

const opener = (): readonly [string, ...ReadonlyArray<string>] => {
  if (process.platform === "darwin") return ["open"]
  return process.platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler"] : ["xdg-open"]
}
