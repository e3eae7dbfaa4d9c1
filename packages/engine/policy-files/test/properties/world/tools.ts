import type {
  PermissionType,
  ResourceDeclaration,
  SideEffect,
  SideEffectClass,
  ToolDefinition,
  ToolImplementation,
  ToolRisk
} from "@toolgate/core"
import { makeToolDefinition } from "@toolgate/testing"
import fc from "fast-check"
import { few, maybe, mostly, one } from "./chance.ts"
import { aliases, categories, classes, toolNames } from "./names.ts"

const file = (mode: "r" | "w" | "rw", arg = "/path"): ResourceDeclaration => ({
  kind: "file",
  arg,
  mode,
  within: "host"
})
const url: ResourceDeclaration = { kind: "url", arg: "/url" }
const shell: ResourceDeclaration = { kind: "shell", arg: "/command" }
const argv: ResourceDeclaration = { kind: "argv", arg: "/argv" }

/** The usual facts about a tool of each name. A tool may also have any other facts. */
const usual: Readonly<
  Record<(typeof toolNames)[number], readonly [SideEffectClass, ReadonlyArray<ResourceDeclaration>]>
> = {
  read_file: ["READ", [file("r")]],
  write_file: ["WRITE", [file("w")]],
  edit: ["WRITE", [file("rw")]],
  fetch: ["READ", [url]],
  download: ["WRITE", [url, file("w")]],
  shell: ["EXECUTE", [shell]],
  run: ["EXECUTE", [argv]],
  calc: ["NONE", []]
}

const declarations = fc.array(one([file("r"), file("w", "/to"), file("rw"), url, shell, argv]), { maxLength: 3 })
const effects = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Array<SideEffect>>([]) },
  {
    weight: 1,
    arbitrary: few<SideEffect>(["read_only", "network_access", "modifies_files", "local_exec", "system_state"], 2)
  }
)
const implementations = mostly<Array<ToolImplementation["kind"]>, Array<ToolImplementation["kind"]>>(
  ["function"],
  5,
  one([["command"], ["script"], ["script", "function"], ["wasm"], ["provider"], []])
)

const implementationOf = (kind: ToolImplementation["kind"]): ToolImplementation => {
  const sources = { clock: 0, random: 0 }
  switch (kind) {
    case "function":
      return { kind, make: () => ({ execute: () => null }), stateless: true }
    case "command":
      return { kind, argv: ["true"], input: "stdin", output: "text", env: {}, folder: undefined }
    case "wasm":
      return { kind, ...sources, module: "/m.wasm", argv: ["m"], env: {}, folders: {}, output: "text" }
    case "script":
      return { kind, ...sources, script: "/s.js", export: "default", settings: {}, calls: 0 }
    case "provider":
      return { kind, specs: { openai: { type: "web_search" } } }
  }
}

const anyTool = (name: (typeof toolNames)[number]): fc.Arbitrary<ToolDefinition> => {
  const [sideEffects, resources] = usual[name]
  return fc
    .record({
      sideEffects: mostly(sideEffects, 4, one(classes)),
      effects,
      destructive: mostly(false, 5, fc.constant(true)),
      risk: mostly<ToolRisk, ToolRisk>("SAFE", 3, one(["LOW", "MEDIUM", "HIGH", "CRITICAL"])),
      category: maybe<string>(2, one(categories)),
      permission: maybe<PermissionType>(3, one(["network", "filesystem", "shell", "compute"])),
      requiresCapability: mostly(true, 4, fc.constant(false)),
      callers: mostly<ReadonlyArray<"direct" | "chain">, ReadonlyArray<"direct" | "chain">>(
        ["direct", "chain"],
        5,
        one([["direct"], ["chain"], []])
      ),
      resources: mostly(resources, 4, declarations),
      kinds: implementations
    })
    .map(({ kinds, ...facts }) => ({
      ...makeToolDefinition({ name, ...facts }),
      implementations: kinds.map(implementationOf)
    }))
}

/** Some tools with distinct names, some of them with aliases. */
export const anyTools: fc.Arbitrary<ReadonlyArray<ToolDefinition>> = fc
  .tuple(
    fc
      .shuffledSubarray([...toolNames], { minLength: 2, maxLength: 6 })
      .chain((names) => fc.tuple(...names.map(anyTool))),
    fc.array(fc.nat(7), { minLength: aliases.length, maxLength: aliases.length })
  )
  .map(([tools, owners]) => tools.map((tool, i) => ({ ...tool, aliases: aliases.filter((_, at) => owners[at] === i) })))
