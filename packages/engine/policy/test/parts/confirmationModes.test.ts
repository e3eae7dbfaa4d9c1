import type { Asker, ResolvedPath, Resource } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { ConfirmationModes } from "../../src/parts/confirmationModes.ts"
import { aTool, call, command, configOf, file, host, tools } from "../judging.ts"

const given = (text: string) => {
  const { confirmation } = configOf(`tool_confirmation: { ${text} }`)
  if (confirmation === undefined) throw new Error("There are modes.")
  return new ConfirmationModes(confirmation)
}

const of = (
  text: string,
  tool = tools.write_file,
  {
    resources = [],
    session = "s",
    workspace = "/workspace"
  }: { resources?: ReadonlyArray<Resource>; session?: string; workspace?: string } = {}
) => given(text).of(tool, call(tool, resources, { session, workspace: workspace as ResolvedPath })).because.rule

const inside = file("/workspace/x", "w")

describe("the mode of a call", () => {
  it("is the mode of its class, set or by default", () => {
    expect(
      [tools.add, tools.read_file, tools.write_file, tools.shell, tools.http_post].map((tool) => of("", tool))
    ).toEqual([
      "default NONE: auto",
      "default READ: auto",
      "default WRITE: prompt",
      "default EXECUTE: prompt",
      "default NETWORK: prompt"
    ])
    expect(of("default: { WRITE: deny }")).toBe("default WRITE: deny")
  })

  it("is the mode of its tool, under any name, rather than that of its class", () => {
    expect(of("per_tool: { write_file: auto }")).toBe("per_tool write_file: auto")
    expect(of("default: { WRITE: deny }, per_tool: { save_file: prompt_once }")).toBe("per_tool save_file: prompt_once")
    expect(of("per_tool: { read_file: deny }")).toBe("default WRITE: prompt")
  })

  it("is the stricter of two modes for its names", () => {
    expect(of("per_tool: { write_file: auto, save_file: deny }")).toBe("per_tool save_file: deny")
  })

  it("is tightened by its session, and loosened only if the operator permits it", () => {
    const session = (mode: string, more = "") => of(`${more}per_session: { s: { WRITE: ${mode} } }`)
    expect([session("deny"), session("auto"), session("prompt_once")]).toEqual([
      "per_session s WRITE: deny",
      "default WRITE: prompt",
      "default WRITE: prompt"
    ])
    expect(session("auto", "sessions_may_loosen: true, ")).toBe("per_session s WRITE: auto")
    expect(of("per_session: { other: { WRITE: deny } }")).toBe("default WRITE: prompt")
    expect(of("per_session: { s: { READ: deny } }")).toBe("default WRITE: prompt")
    expect(of("per_tool: { write_file: auto }, per_session: { s: { WRITE: prompt } }")).toBe(
      "per_session s WRITE: prompt"
    )
  })

  it("is auto for writing inside a trusted workspace", () => {
    const trusted = "trusted_workspaces: [/workspace]"
    expect(of(trusted, tools.write_file, { resources: [inside] })).toBe("trusted_workspaces /workspace: auto")
    expect(of("trusted_workspaces: [/]", tools.write_file, { resources: [inside] })).toBe("trusted_workspaces /: auto")
    expect(of(trusted, tools.download, { resources: [host("a.com"), inside] })).toBe(
      "trusted_workspaces /workspace: auto"
    )
  })

  it("is not lowered by trust for other effects, or elsewhere", () => {
    const trusted = "trusted_workspaces: [/workspace]"
    expect(of(trusted, tools.write_file, { resources: [inside, file("/x", "w")] })).toBe("default WRITE: prompt")
    expect(of(trusted, tools.write_file, { resources: [file("/workspace-evil/x", "w")] })).toBe("default WRITE: prompt")
    expect(of(trusted, tools.write_file, { resources: [inside], workspace: "/" })).toBe("default WRITE: prompt")
    expect(of(trusted, tools.write_file, { resources: [inside], workspace: "/workspace-evil" })).toBe(
      "default WRITE: prompt"
    )
    expect(of(trusted, aTool({ sideEffects: "WRITE" }), { resources: [command("ls")] })).toBe("default WRITE: prompt")
    expect(of(trusted, tools.shell, { resources: [command("ls")] })).toBe("default EXECUTE: prompt")
    expect(of(trusted, tools.http_post, { resources: [host("a.com")] })).toBe("default NETWORK: prompt")
    expect(of(`default: { READ: prompt }, ${trusted}`, tools.read_file, { resources: [inside] })).toBe(
      "default READ: prompt"
    )
    expect(of(`default: { WRITE: deny }, ${trusted}`, tools.write_file, { resources: [inside] })).toBe(
      "default WRITE: deny"
    )
    expect(of(`per_tool: { write_file: prompt }, ${trusted}`, tools.write_file, { resources: [inside] })).toBe(
      "per_tool write_file: prompt"
    )
  })

  it("is the override for trusted workspaces if that is stricter, or for writing", () => {
    const override = (text: string, tool = tools.write_file, resources: ReadonlyArray<Resource> = [inside]) =>
      of(`trusted_workspaces: [/workspace], trusted_workspace_overrides: { ${text} }`, tool, { resources })
    expect(override("WRITE: prompt_once")).toBe("trusted_workspace_overrides WRITE: prompt_once")
    expect(override("WRITE: deny")).toBe("trusted_workspace_overrides WRITE: deny")
    expect(override("WRITE: prompt_once", tools.write_file, [file("/x", "w")])).toBe("default WRITE: prompt")
    expect(override("EXECUTE: auto", tools.shell, [])).toBe("default EXECUTE: prompt")
    expect(override("EXECUTE: deny", tools.shell, [])).toBe("trusted_workspace_overrides EXECUTE: deny")
    expect(override("READ: prompt", tools.read_file, [inside])).toBe("trusted_workspace_overrides READ: prompt")
    expect(of("trusted_workspace_overrides: { WRITE: auto }", tools.write_file, { resources: [inside] })).toBe(
      "default WRITE: prompt"
    )
  })

  it("is never loosened from deny by an override for trusted workspaces", () => {
    const text =
      "default: { WRITE: deny }, trusted_workspaces: [/workspace], trusted_workspace_overrides: { WRITE: auto }"
    expect(of(text, tools.write_file, { resources: [inside] })).toBe("default WRITE: deny")
  })

  it("is tightened by a session in a trusted workspace too", () => {
    const text = "trusted_workspaces: [/workspace], per_session: { s: { WRITE: prompt } }"
    expect(of(text, tools.write_file, { resources: [inside] })).toBe("per_session s WRITE: prompt")
  })
})

describe("a tool is denied", () => {
  const denies = (text: string, from: { session?: string; workspace?: string } = {}, tool = tools.write_file) =>
    given(text).deniesFrom(tool, from as Pick<Asker, "session" | "workspace">)

  it("in every session and workspace if its class or its own mode is deny", () => {
    expect([denies(""), denies("default: { WRITE: prompt }"), denies("default: { WRITE: deny }")]).toEqual([
      false,
      false,
      true
    ])
    expect(denies("per_tool: { save_file: deny }, trusted_workspaces: [/x], per_session: { s: {} }")).toBe(true)
  })

  it("in a session that denies it, or does not loosen a denial", () => {
    const text = "per_session: { s: { WRITE: deny } }"
    expect([denies(text, { session: "s" }), denies(text, { session: "t" }), denies(text)]).toEqual([true, false, false])
    const loose = "default: { WRITE: deny }, sessions_may_loosen: true, per_session: { s: { WRITE: prompt } }"
    expect([denies(loose, { session: "s" }), denies(loose, { session: "t" }), denies(loose)]).toEqual([
      false,
      true,
      false
    ])
    expect(denies(loose.replace("sessions_may_loosen: true, ", ""), { session: "s" })).toBe(true)
  })

  it("in a trusted workspace whose override denies it", () => {
    const text = "trusted_workspaces: [/trusted], trusted_workspace_overrides: { WRITE: deny }"
    expect([denies(text, { workspace: "/trusted/x" }), denies(text, { workspace: "/y" }), denies(text)]).toEqual([
      true,
      false,
      false
    ])
  })
})

describe("a tool's mode is the same for every call", () => {
  it("if sessions have no modes, and it has its own mode or workspaces are not trusted", () => {
    const constant = (text: string) => given(text).isConstant(tools.write_file)
    expect([
      constant(""),
      constant("per_session: { s: {} }"),
      constant("trusted_workspaces: [/x]"),
      constant("trusted_workspaces: [/x], per_tool: { write_file: auto }"),
      constant("trusted_workspaces: [/x], per_session: { s: {} }, per_tool: { write_file: auto }")
    ]).toEqual([true, false, false, true, false])
  })
})
