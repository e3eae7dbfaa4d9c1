import type { PolicyConfig } from "@toolgate/policy"
import { defaultConfirmation } from "@toolgate/policy"
import { mustBe } from "../yaml/mustBe.ts"
import { recordOf } from "../yaml/recordOf.ts"
import type { Shape } from "../yaml/Shape.ts"
import { agents } from "./sections/agents.ts"
import { confirmation } from "./sections/confirmation.ts"
import { policyLayers } from "./sections/layers.ts"
import { permissions } from "./sections/permissions.ts"
import { protectedPatterns } from "./sections/protected.ts"
import { quotas } from "./sections/quotas.ts"
import { rules } from "./sections/rules.ts"
import { tests } from "./sections/tests.ts"
import { toolGroups, toolRule, toolRules } from "./sections/tools.ts"

const version: Shape<1> = {
  type: "the number 1",
  schema: { const: 1 },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind !== "scalar" || typeof node.value !== "number") return mustBe(version.type, entry, reading)
    if (node.plain === "1") return 1
    return reading.fault(node.at, () => `the file is of version ${node.plain}, and only version 1 can be read`)
  }
}

/** A whole policy, but for its name. This one table says what is accepted, and what the reference page lists. */
export const policyShape: Shape<Omit<PolicyConfig, "name">> = recordOf(
  "a policy",
  {
    version: { shape: version, description: "The version of this format.", absent: undefined },
    default: {
      shape: toolRule,
      description: "Holds for every tool that `tools` does not name.",
      absent: "such a tool may be called"
    },
    tools: { shape: toolRules, description: "Tools by name, where they run and how much they use.", absent: "{}" },
    groups: { shape: toolGroups, description: 'Groups of tools, named as "group:GROUP" elsewhere.', absent: "{}" },
    layers: { shape: policyLayers, description: "What may be called at all. Each layer only narrows.", absent: "{}" },
    agents: {
      shape: agents,
      description: "What each agent was given. An agent that is not among them has nothing.",
      absent: "capabilities are not asked for"
    },
    permissions: {
      shape: permissions,
      description: "Settings for tools by permission type: network, filesystem, shell, compute.",
      absent: "{}"
    },
    rules: {
      shape: rules,
      description: "Rules about tools and what their arguments point at: `tool` or `tool(pattern)`.",
      absent: "{}"
    },
    protected: {
      shape: protectedPatterns,
      description: "Paths that are written only when a person says so, beside those that are built in.",
      absent: "those that are built in"
    },
    unprotected: {
      shape: protectedPatterns,
      description: "Paths that are not protected after all. In a later file, only from what that file protects itself.",
      absent: "[]"
    },
    tool_confirmation: {
      shape: confirmation,
      description: "Which calls a person is asked about.",
      absent: "the defaults of its keys; in a later file, nothing"
    },
    quotas: { shape: quotas, description: "How often tools may be called.", absent: "{}" },
    tests: { shape: tests, description: "Calls and what is expected of them.", absent: "[]" }
  },
  (given, _at, reading) => ({
    default: given.default,
    tools: given.tools ?? new Map(),
    groups: given.groups ?? new Map(),
    layers: given.layers ?? { global: undefined, roles: undefined, tasks: undefined },
    agents: given.agents,
    permissions: given.permissions ?? new Map(),
    rules: given.rules ?? { deny: [], ask: [], allow: [] },
    protectedPaths: given.protected ?? [],
    unprotectedPaths: given.unprotected ?? [],
    confirmation: given.tool_confirmation ?? (reading.isFirst ? defaultConfirmation : undefined),
    quotas: given.quotas ?? new Map(),
    tests: given.tests ?? []
  })
)
