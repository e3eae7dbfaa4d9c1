import { readdirSync, readFileSync } from "node:fs"
import { type SideEffectClass, sideEffectClasses, sideEffects, type Tool } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import * as exported from "../src/index.ts"

const tools = exported.builtins({ withHostTools: true })
const further = [exported.applyPatch, exported.insertText, exported.deleteFile, exported.moveFile, exported.multiEdit]
const others = [...further, exported.describeTool]

const declared = ({ name, aliases, sideEffects, effects, risk, category, permission, resources }: Tool) => ({
  name,
  ...(aliases.length === 0 ? {} : { aliases }),
  sideEffects,
  effects,
  risk,
  category,
  permission,
  resources
})

const file = { risk: "SAFE", category: "system", permission: "filesystem" }
const reads = { ...file, sideEffects: "READ", effects: ["read_only"] }
const writes = { ...file, sideEffects: "WRITE", effects: ["modifies_files"], risk: "LOW" }
const path = { kind: "file", arg: "/path" }
const inside = { kind: "file", mode: "rw", within: "workspace" }

describe("builtins", () => {
  it("declare their effects and resources", () => {
    expect(tools.map(declared)).toEqual([
      { name: "Echo", sideEffects: "NONE", effects: [], risk: "SAFE", resources: [] },
      { name: "Read", ...reads, resources: [{ ...path, mode: "r", within: "host" }] },
      { name: "Write", ...writes, resources: [{ ...path, mode: "w", within: "host" }] },
      { name: "read_file", ...reads, resources: [{ ...path, mode: "r", within: "workspace" }] },
      { name: "write_file", ...writes, resources: [{ ...path, mode: "w", within: "workspace" }] },
      { name: "patch_file", ...writes, resources: [{ ...path, mode: "rw", within: "workspace" }] },
      {
        name: "list_dir",
        aliases: ["list_directory"],
        ...reads,
        resources: [{ ...path, mode: "r", within: "workspace", fallback: ".", scope: "tree" }]
      }
    ])
  })

  it("are extended by a shell, which declares everything that a command can do", () => {
    expect(exported.shell).toMatchObject({
      name: "shell",
      aliases: ["run_shell"],
      sideEffects: "EXECUTE",
      effects: ["local_exec", "modifies_files", "system_state"],
      destructive: true
    })
    expect(tools).not.toContain(exported.shell)
  })

  it("are extended by the tools of providers, and three of these may destroy something", () => {
    expect(further.map(({ name, destructive, resources }) => ({ name, destructive, resources }))).toEqual([
      { name: "apply_patch", destructive: true, resources: [{ ...inside, arg: "/operations/*/path" }] },
      { name: "insert_text", destructive: false, resources: [{ ...inside, arg: "/path" }] },
      { name: "delete_file", destructive: true, resources: [{ ...inside, arg: "/path" }] },
      {
        name: "move_file",
        destructive: true,
        resources: [
          { ...inside, arg: "/from" },
          { ...inside, arg: "/to" }
        ]
      },
      { name: "multi_edit", destructive: false, resources: [{ ...inside, arg: "/path" }] }
    ])
  })

  it.each([...tools, ...others])(
    "$name declares all of its effects, and needs a workspace if it takes paths",
    (tool) => {
      const rank = (of: SideEffectClass) => sideEffectClasses.indexOf(of)
      for (const effect of tool.effects) {
        expect(rank(tool.sideEffects)).toBeGreaterThanOrEqual(rank(sideEffects[effect]))
      }
      expect(tool.requiresWorkspace).toBe(
        tool.resources.some((one) => one.kind === "file" && one.within === "workspace")
      )
    }
  )

  it.each([...tools, ...others])(
    "$name has schemas for every provider, closed and described",
    ({ parameters, output }) => {
      const plain = ["type", "properties", "required", "items", "enum", "description", "minimum", "minLength"]
      const check = (schema: object, isArguments: boolean) => {
        const { additionalProperties, ...rest } = schema as { additionalProperties?: unknown; properties?: object }
        expect(plain).toEqual(expect.arrayContaining(Object.keys(rest)))
        expect(rest).toHaveProperty("type")
        if (rest.properties !== undefined) expect(additionalProperties).toBe(false)
        for (const property of Object.values(rest.properties ?? {})) {
          if (isArguments) expect(property).toHaveProperty("description")
          check(property, isArguments)
        }
        if ("items" in rest) check(rest.items as object, isArguments)
      }
      check(JSON.parse(JSON.stringify(parameters)), true)
      check(JSON.parse(JSON.stringify(output)), false)
    }
  )

  it("reach the host only by an option", () => {
    const names = (all: ReadonlyArray<Tool>) => all.map(({ name }) => name)
    expect(names(exported.builtins())).toEqual(["read_file", "write_file", "patch_file", "list_dir"])
    expect(names(tools)).toEqual(["Echo", "Read", "Write", ...names(exported.builtins())])
    expect(exported.builtins().flatMap(({ resources }) => resources)).toSatisfy((all) =>
      all.every((one: object) => !("within" in one) || one.within === "workspace")
    )
  })

  it("are exactly the tools that the package also exports one by one", () => {
    const { builtins: _builtins, computerTools: _computerTools, ...others } = exported
    expect(new Set(Object.values(others))).toEqual(
      new Set([...tools, exported.shell, ...further, exported.describeTool])
    )
  })

  it("access no file system except that of the call", () => {
    const sources = new URL("../src/", import.meta.url)
    for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue
      expect(readFileSync(new URL(name, sources), "utf8"), name).not.toMatch(
        /^[^*]*(?:from "node:|import\(|require\()/m
      )
    }
  })
})
