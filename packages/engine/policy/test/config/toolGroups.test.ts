import { type SideEffect, type SideEffectClass, sideEffectClasses, type Tool } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { builtInGroups, changesSomething, reachesNetwork } from "../../src/config/toolGroups.ts"
import { aTool, tools } from "../judging.ts"

const url: Partial<Tool> = { resources: [{ kind: "url", arg: "/url" }] }
const withEffect = (effect: SideEffect) => aTool({ sideEffects: "READ", effects: [effect] })
const ofClass = (sideEffects: SideEffectClass) => aTool({ sideEffects })

describe("a tool", () => {
  it("changes something if its class is above READ, or by an effect", () => {
    expect(sideEffectClasses.filter((one) => changesSomething(ofClass(one)))).toEqual(["WRITE", "EXECUTE", "NETWORK"])
    const effects = [
      "read_only",
      "network_access",
      "calls_llm",
      "modifies_files",
      "local_exec",
      "system_state"
    ] as const
    expect(effects.filter((one) => changesSomething(withEffect(one)))).toEqual([
      "modifies_files",
      "local_exec",
      "system_state"
    ])
  })

  it("reaches the network by class, effect, category or declaration, and by running code", () => {
    expect(sideEffectClasses.filter((one) => reachesNetwork(ofClass(one)))).toEqual(["EXECUTE", "NETWORK"])
    expect(reachesNetwork(withEffect("network_access"))).toBe(true)
    expect(reachesNetwork(aTool({ sideEffects: "READ", category: "web" }))).toBe(true)
    expect(reachesNetwork(aTool({ sideEffects: "READ", ...url }))).toBe(true)
    expect(reachesNetwork(aTool({ sideEffects: "WRITE" }))).toBe(false)
  })
})

describe("a built-in group", () => {
  it.each([
    ["all", Object.keys(tools)],
    ["read", ["add", "read_file", "read_host", "http_get"]],
    ["write", ["write_file", "write_host", "patch_file", "copy_file", "index", "shell", "download"]],
    ["code", ["shell", "start"]],
    ["web", ["http_get", "http_post", "download"]],
    ["data", []],
    ["math", ["add"]],
    ["memory", []],
    ["routing", []]
  ])("%s contains the tools with matching declarations", (group, members) => {
    const isMember = builtInGroups.get(group)
    expect(Object.values(tools).flatMap((tool) => (isMember?.(tool) ? [tool.name] : []))).toEqual(members)
  })

  it.each(["data", "math", "memory", "routing"])("contains the tools of its category: %s", (group) => {
    const isMember = builtInGroups.get(group)
    expect([isMember?.(aTool({ category: group })), isMember?.(aTool({ category: "misc" }))]).toEqual([true, false])
  })

  it("never depends on a tool's name", () => {
    for (const [group, isMember] of builtInGroups)
      expect(isMember(aTool({ name: group, sideEffects: "NONE" }))).toBe(group === "all" || group === "read")
  })
})
