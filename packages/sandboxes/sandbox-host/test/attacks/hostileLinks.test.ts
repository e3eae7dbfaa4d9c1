import { readdirSync, symlinkSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { exact, granting, inWorkspace, tree } from "../command/granting.ts"
import { hasBubblewrap, sh, textOf } from "../command/running.ts"

describe.skipIf(!hasBubblewrap)("links in a hostile workspace", () => {
  it("lead to nothing that was not granted", async () => {
    using outside = inWorkspace({ "secret.txt": "SECRET" })
    using workspace = inWorkspace({ "a/b": "b" })
    symlinkSync(outside.path, workspace.at("out"))
    symlinkSync("/", workspace.at("root"))
    symlinkSync(`/proc/1/root${outside.path}`, workspace.at("proc"))
    const names = ["out", `root${outside.path}`, "proc", `../${outside.path.split("/").at(-1)}`, "root/proc/1/root/etc"]
    const script = names.map((name) => `cat ${name}/secret.txt; cat ${name}/shadow; echo x > ${name}/new`).join("\n")
    const ran = await sh(script, { workspace })
    expect(textOf(ran)).not.toMatch(/SECRET|root:/)
    expect(readdirSync(outside.path)).toEqual(["secret.txt"])
  })

  it("stop the run before it begins if they replaced a granted file", async () => {
    using outside = inWorkspace({ "secret.txt": "SECRET" })
    using workspace = inWorkspace({})
    symlinkSync(outside.at("secret.txt"), workspace.at("file"))
    symlinkSync(outside.path, workspace.at("folder"))
    const running = { workspace, command: { argv: ["sh", "-c", "cat file folder/secret.txt; touch ran"] } }
    for (const granted of [
      exact(workspace.at("file"), "r"),
      exact(workspace.at("folder/secret.txt"), "r"),
      tree(workspace.at("folder"), "r")
    ]) {
      const ran = await sh("", { ...running, ...granting(tree(workspace.path, "rw"), granted) })
      // Beneath the granted workspace, the path is a link that leads nowhere, and nothing is mounted for it.
      expect(textOf(ran)).not.toContain("SECRET")
      const alone = await sh("", { ...running, ...granting(granted) })
      expect(alone.error).toMatchObject({ why: "FileDenied" })
      expect(alone.output.content).toEqual([])
    }
  })
})
