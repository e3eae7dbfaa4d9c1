import { spawn } from "node:child_process"

/** Opens a page in the user's browser, if there is one. The address is passed as one argument, without a shell. */
export const openBrowser = (page: URL): void => {
  const [program, ...words] = opener()
  const child = spawn(program, [...words, page.href], { stdio: "ignore", detached: true })
  // The address is printed too, so a failure to open it is harmless.
  child.on("error", () => {})
  child.unref()
}

const opener = (): readonly [string, ...ReadonlyArray<string>] => {
  if (process.platform === "darwin") return ["open"]
  return process.platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler"] : ["xdg-open"]
}
