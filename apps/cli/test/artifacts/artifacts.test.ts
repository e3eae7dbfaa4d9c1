import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { artifactOwner, FileArtifactStore } from "@toolgate/artifacts"
import { type ArtifactOwner, ArtifactStore } from "@toolgate/core"
import { openStore, SqlArtifactStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { callingRunner, projectIn, supervise } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

const ci: ArtifactOwner = { session: "ci", principal: "p" }
const home: ArtifactOwner = { session: "\u001b[2Jhome", principal: "p" }

/** A state folder, with a function that puts artifacts into it. */
const project = () => {
  const [work, state] = [folder(), folder()]
  const run = (...words: ReadonlyArray<string>) => toolgate(words, { cwd: work, env: { XDG_STATE_HOME: state } })
  const place = FileArtifactStore.layer(join(state, "toolgate", "artifacts"))
  const put = (bytes: string | Uint8Array, owner = ci, about = {}) =>
    Effect.runPromise(
      Effect.flatMap(ArtifactStore, (store) =>
        store.put(Buffer.from(bytes), { mediaType: "text/plain", name: "log", owner, ...about })
      ).pipe(Effect.provide(place))
    ).then(({ ref }) => ref)
  return { work, state, run, put, artifacts: (...words: ReadonlyArray<string>) => run("artifacts", ...words) }
}

const parsed = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))

describe("artifacts list", () => {
  it("lists the artifacts of all sessions or of one, without control characters", async () => {
    const { artifacts, put } = project()
    expect(await artifacts("list")).toEqual({ status: 0, stdout: "", stderr: "toolgate: There are no artifacts.\n" })
    const first = await put("milk")
    const second = await put("eggs", home, { name: "\u001b]0;owned\u0007\n\u202e", mediaType: "text/\u001b[31m" })
    const { status, stdout } = await artifacts("list")
    expect(status).toBe(0)
    expect(stdout).toMatch(/^[ -~\n]*$/)
    const lines = stdout.split("\n")
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(new RegExp(`^${first} +4 +"?text/plain"? +"?log"? +in "?ci"?, until \\d{4}-`))
    expect(lines[1]).toContain(second)
    const [one] = parsed((await artifacts("list", "--session", "ci", "--json")).stdout)
    expect(one).toMatchObject({
      ref: first,
      size: 4,
      media_type: "text/plain",
      name: "log",
      session: "ci",
      principal: "p"
    })
    expect(parsed((await artifacts("list", "--json")).stdout)).toHaveLength(2)
    expect((await artifacts("list", "--json")).stdout).toMatch(/^[ -~\n]*$/)
  })
})

describe("artifacts get", () => {
  it("prints bytes as they are, all or a range, by a reference or its beginning", async () => {
    const { artifacts, put } = project()
    const text = `a\u001b[2J\u0000${"é".repeat(1_500_000)}`
    const ref = await put(text)
    expect(await artifacts("get", ref)).toEqual({ status: 0, stdout: text, stderr: "" })
    expect((await artifacts("get", ref.slice(0, 30), "--start", "5", "--length", "3")).stdout).toBe("\u0000é")
    expect((await artifacts("get", ref, "--start", "99999999")).stdout).toBe("")
    const [part] = parsed((await artifacts("get", ref, "--start", "6", "--length", "4", "--json")).stdout)
    expect(part).toMatchObject({ ref, size: 3_000_006, start: 6, length: 4, text: "éé" })
    const png = await put(Uint8Array.of(0x89, 0x50, 0xff))
    expect(parsed((await artifacts("get", png, "--json")).stdout)).toMatchObject([{ base64: "iVD/", length: 3 }])
  })

  it("writes a new file, and changes none that exists", async () => {
    const { work, artifacts, put } = project()
    const ref = await put(Uint8Array.of(0x89, 0x50, 0xff))
    const path = join(work, "a.png")
    expect(await artifacts("get", ref, "--output", "a.png")).toEqual({
      status: 0,
      stdout: "",
      stderr: 'toolgate: 3 bytes are in "a.png".\n'
    })
    expect(readFileSync(path)).toEqual(Buffer.of(0x89, 0x50, 0xff))
    writeFileSync(path, "mine")
    const again = await artifacts("get", ref, "--output", "a.png")
    expect([again.status, again.stderr]).toEqual([
      1,
      'toolgate: "a.png" already exists, and was not changed; name another file.\n'
    ])
    expect(readFileSync(path, "utf8")).toBe("mine")
    const nowhere = await artifacts("get", ref, "--output", "no/a.png")
    expect([nowhere.status, nowhere.stderr]).toEqual([
      1,
      'toolgate: "no/a.png" cannot be written: its folder does not exist.\n'
    ])
  })

  it("explains a wrong reference, range or place", async () => {
    const { state, artifacts, put } = project()
    const refs: Array<string> = []
    for (let at = 0; at < 40; at++) refs.push(await put(`artifact ${at}`))
    const missing = `artifact:sha256-${"0".repeat(64)}`
    const unknown = await artifacts("get", missing)
    expect([unknown.status, unknown.stdout]).toEqual([1, ""])
    expect(unknown.stderr).toBe(
      `toolgate: There is no artifact "${missing}": it has expired or was removed, or it is in another place.\n`
    )
    const other = await artifacts("get", refs[0] ?? "", "--session", "home")
    expect([other.status, other.stderr]).toMatchObject([1, expect.stringContaining("of this session")])
    for (const wrong of [
      "../../etc/passwd",
      missing.toUpperCase(),
      `${missing}0`,
      "artifact:sha256-",
      "artifact:sha256-abc"
    ])
      expect((await artifacts("get", wrong)).status).toBe(2)
    for (const range of [
      ["--start", "-1"],
      ["--length", "x"],
      ["--start", "1e9"],
      ["--length", "9".repeat(20)]
    ])
      expect((await artifacts("get", refs[0] ?? "", ...range)).status).toBe(2)
    const file = join(state, "file")
    writeFileSync(file, "")
    const unfit = await artifacts("list", "--folder", file)
    expect([unfit.status, unfit.stderr]).toEqual([
      2,
      `toolgate: The folder of artifacts "${file}" cannot be used now: a part of its path is not a folder. To use another folder, name it with "--folder".\n`
    ])
    expect((await artifacts("list", "--store", join(state, "none.sqlite"))).status).toBe(2)
    expect(existsSync(join(state, "none.sqlite"))).toBe(false)
    expect((await artifacts("list", "--store", "a", "--folder", "b")).stderr).toContain("name two places")
  })
})

describe("artifacts rm", () => {
  it("removes an artifact of one session or of all, exactly once", async () => {
    const { artifacts, put } = project()
    const ref = await put("same")
    await put("same", home)
    expect(parsed((await artifacts("rm", ref, "--session", "ci", "--json")).stdout)).toMatchObject([
      { ref, session: "ci" }
    ])
    expect((await artifacts("get", ref)).stdout).toBe("same")
    expect(await artifacts("rm", ref)).toEqual({
      status: 0,
      stdout: "",
      stderr: "toolgate: The artifact is removed.\n"
    })
    expect((await artifacts("rm", ref)).status).toBe(1)
    await put("same")
    await put("same", home)
    expect((await artifacts("rm", ref)).stderr).toBe("toolgate: The artifact is removed for 2 owners.\n")
  })

  it("reports that it removed nothing if another process was first", async () => {
    const { state, artifacts } = project()
    const at = join(state, "store.sqlite")
    const { ref } = await Effect.runPromise(
      Effect.flatMap(ArtifactStore, ({ put }) => put(Buffer.from("milk"), { mediaType: "text/plain", owner: ci })).pipe(
        Effect.provide(Layer.provide(SqlArtifactStore.layer(), openStore(at)))
      )
    )
    using database = new DatabaseSync(at)
    // As if it were gone when its turn has come.
    database.exec("CREATE TRIGGER gone BEFORE DELETE ON toolgate_artifacts BEGIN SELECT RAISE(IGNORE); END")
    expect(await artifacts("rm", ref, "--store", at)).toEqual({
      status: 1,
      stdout: "",
      stderr: `toolgate: The artifact "${ref}" has already been removed.\n`
    })
  })

  it("also removes from a store", async () => {
    const { state, artifacts } = project()
    const at = join(state, "store.sqlite")
    const { ref } = await Effect.runPromise(
      Effect.flatMap(ArtifactStore, ({ put }) => put(Buffer.from("milk"), { mediaType: "text/plain", owner: ci })).pipe(
        Effect.provide(Layer.provide(SqlArtifactStore.layer(), openStore(at)))
      )
    )
    expect((await artifacts("get", ref, "--store", at)).stdout).toBe("milk")
    expect((await artifacts("rm", ref, "--store", at)).status).toBe(0)
    expect((await artifacts("list", "--store", at)).stdout).toBe("")
  })
})

describe("large results", () => {
  it("of a supervised agent are stored, and both agent and operator can read them", async () => {
    const text = "0123456789\n".repeat(20_000)
    const at = projectIn(folder(), { "big.json": JSON.stringify({ text }) })
    const calls = JSON.stringify([
      ["list_dir", {}],
      ["Read", { path: "big.json" }]
    ])
    const { status, stdout } = await supervise(at, ["--policy", "host"], [process.execPath, callingRunner, calls])
    expect(status).toBe(0)
    const ref = /artifact:sha256-[0-9a-f]{64}/.exec(stdout)?.[0] ?? ""
    const listed = await toolgate(["artifacts", "list", "--json"], { env: { XDG_STATE_HOME: at.state } })
    expect(parsed(listed.stdout)).toMatchObject([{ ref, name: "Read", media_type: "application/json" }])
    const got = await toolgate(["artifacts", "get", ref], { env: { XDG_STATE_HOME: at.state } })
    expect(got.stdout).toContain(JSON.stringify(JSON.stringify({ text })).slice(1, -1))
  })

  it("of one call are printed whole, and a stored one can be read by a call", async () => {
    const { run, put } = project()
    const owner = artifactOwner({ session: "default", principal: { agent: "default", ceiling: { tools: "any" } } })
    const ref = await put("kept by another call", owner)
    const read = await run("call", "read_artifact", JSON.stringify({ ref, start: 5, length: 2 }), "--json")
    expect(JSON.parse(read.stdout)).toMatchObject({ success: true, output: { value: { text: "by", next: 7 } } })
    const found = await run("call", "search_artifact", JSON.stringify({ ref, pattern: "an" }), "--json")
    expect(JSON.parse(found.stdout).output.value.matches).toEqual([
      { line: 1, offset: 8, text: "kept by another call" }
    ])
    const foreign = await run("call", "read_artifact", JSON.stringify({ ref }), "--session", "other", "--json")
    expect(JSON.parse(foreign.stdout)).toMatchObject({
      success: false,
      error: { message: expect.stringContaining("There is no artifact") }
    })
    const command = JSON.stringify({ command: "seq 1 30000" })
    const whole = await run("call", "shell", command, "--policy", "host", "--json")
    expect(JSON.parse(whole.stdout).output.content[0].text).toHaveLength(168_894)
  })
})
