import type { PermissionRequest, Principal, ResolvedPath, Resource, ToolDefinition } from "@toolgate/core"
import { makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
import { expect } from "vitest"
import { DefaultPolicy, type Explanation, type PolicyConfig } from "../src/index.ts"
import type { Installed } from "../src/parts/routing.ts"
import { configOf } from "./configOf.ts"

export { configOf } from "./configOf.ts"

const path = (mode: "r" | "w" | "rw", within: "workspace" | "host" = "workspace", arg = "/path") =>
  ({ kind: "file", arg, mode, within }) as const

/** Tools of every kind that a policy distinguishes. */
export const tools = {
  add: makeToolDefinition({ name: "add", category: "math", requiresCapability: false }),
  read_file: makeToolDefinition({
    name: "read_file",
    sideEffects: "READ",
    resources: [path("r")],
    permission: "filesystem"
  }),
  read_host: makeToolDefinition({ name: "read_host", sideEffects: "READ", resources: [path("r", "host")] }),
  write_file: makeToolDefinition({
    name: "write_file",
    aliases: ["save_file"],
    sideEffects: "WRITE",
    effects: ["modifies_files"],
    resources: [path("w")],
    permission: "filesystem"
  }),
  write_host: makeToolDefinition({ name: "write_host", sideEffects: "WRITE", resources: [path("w", "host")] }),
  patch_file: makeToolDefinition({ name: "patch_file", sideEffects: "WRITE", resources: [path("rw")] }),
  copy_file: makeToolDefinition({
    name: "copy_file",
    sideEffects: "WRITE",
    resources: [path("r", "workspace", "/from"), path("w", "workspace", "/to")]
  }),
  index: makeToolDefinition({ name: "index", sideEffects: "WRITE" }),
  shell: makeToolDefinition({
    name: "shell",
    aliases: ["run_shell"],
    sideEffects: "EXECUTE",
    effects: ["local_exec", "modifies_files", "system_state"],
    category: "code",
    permission: "shell",
    resources: [{ kind: "shell", arg: "/command" }],
    implementations: [{ kind: "command", argv: ["/bin/sh", "-c"] }]
  }),
  start: makeToolDefinition({ name: "start", sideEffects: "EXECUTE", resources: [{ kind: "argv", arg: "/argv" }] }),
  http_get: makeToolDefinition({
    name: "http_get",
    sideEffects: "READ",
    effects: ["network_access"],
    category: "web",
    permission: "network",
    resources: [{ kind: "url", arg: "/url" }]
  }),
  http_post: makeToolDefinition({
    name: "http_post",
    sideEffects: "NETWORK",
    effects: ["network_access"],
    resources: [{ kind: "url", arg: "/url" }]
  }),
  download: makeToolDefinition({
    name: "download",
    sideEffects: "WRITE",
    effects: ["network_access", "modifies_files"],
    resources: [{ kind: "url", arg: "/url" }, path("w", "workspace", "/to")]
  })
} satisfies Record<string, ToolDefinition>

/** The installed sandboxes: a host that runs functions and commands, and nothing else. */
export const installed: Installed = new Map([["host", new Set(["function", "command"] as const)]])

/** Returns the configurations of policy files, from the widest to the narrowest. */
export const configsOf = (...texts: ReadonlyArray<string>): ReadonlyArray<PolicyConfig> =>
  texts.map((text, i) => configOf(text, { isFirst: i === 0 }))

/** Returns the whole policy of these files. */
export const policyIn = (...texts: ReadonlyArray<string>) =>
  DefaultPolicy.make({ configs: configsOf(...texts), tools: Object.values(tools) }, installed)

/** Returns a principal without a ceiling. */
export const principal = (names: Partial<Principal> = {}): Principal => ({
  agent: "a",
  ceiling: { tools: "any" },
  ...names
})

export const file = (text: string, mode: "r" | "w" | "rw" = "r"): Resource => ({
  kind: "file",
  path: text as ResolvedPath,
  mode
})

export const host = (text: string, port = 443): Resource => ({ kind: "host", host: text, port })

/** Returns a plain, simple command. */
export const command = (
  words: string | ReadonlyArray<string>,
  more: Partial<Extract<Resource, { readonly kind: "command" }>> = {}
): Resource => ({
  kind: "command",
  argv: typeof words === "string" ? words.split(" ") : words,
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: [],
  hosts: [],
  ...more
})

export const opaque: Resource = { kind: "opaque", reason: "It cannot be read." }

export const unread: Resource = { kind: "unread", reason: "It was not read." }

/** Returns a call of a tool with the given resources. */
export const call = (
  tool: ToolDefinition,
  resources: ReadonlyArray<Resource> = [],
  context: Partial<PermissionRequest["context"]> = {}
): PermissionRequest => makePermissionRequest({ resources, context }, tool)

/** Returns an ordinary tool with the given parts changed. */
export const aTool = (parts: Partial<ToolDefinition> = {}): ToolDefinition =>
  makeToolDefinition({ name: "t", ...parts })

/**
 * Returns the decision of a policy, after comparing it with the explanation: the finding that decided is among the
 * findings, and no finding is stricter than the decision.
 */
export const decisionOf = (
  {
    judge,
    explain
  }: {
    judge: (request: PermissionRequest) => Explanation["verdict"]
    explain: (request: PermissionRequest) => Explanation
  },
  request: PermissionRequest
): "allow" | "ask" | "deny" => {
  const verdict = judge(request)
  const explanation = explain(request)
  const findings = explanation.steps.flatMap((step) => step.findings)
  expect(explanation.verdict).toEqual(verdict)
  if (verdict.decision !== "allow")
    expect(findings).toContainEqual(expect.objectContaining({ because: verdict.because, effect: verdict.decision }))
  if (verdict.decision !== "deny") expect(findings.filter(({ effect }) => effect === "deny")).toEqual([])
  return verdict.decision
}
