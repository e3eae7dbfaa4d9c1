import { quoted } from "@toolgate/core"
import { escapePattern, PathPattern } from "@toolgate/core/access"
import { defaultConfirmation, type PolicyConfig, type PolicyPrograms, type ProtectedPattern } from "@toolgate/policy"
import { listOf, path, recordOf, reportWrongType, type Shape, textOf } from "@toolgate/yaml-reading"
import { agents } from "./sections/agents.ts"
import { confirmation } from "./sections/confirmation.ts"
import { policyLayers } from "./sections/layers.ts"
import { permissionsShape } from "./sections/permissions.ts"
import { quotas } from "./sections/quotas.ts"
import { rules } from "./sections/rules.ts"
import { tests } from "./sections/tests.ts"
import { toolGroups, toolRule, toolRules } from "./sections/tools.ts"

const pattern: Shape<ProtectedPattern> = textOf(
  'a path pattern, as in ".husky" or "**/deploy"',
  (text, { at, node }, reading) => {
    const fault = (why: string) => reading.fault(node.at, () => `the pattern ${quoted(text)} ${why}`)
    const isHome = /^~(?=$|\/)/.test(text)
    const { home } = reading
    if (isHome && home === undefined) return fault("names a home folder, but the user has no home folder")
    const whole = isHome ? `${escapePattern(home ?? "")}${text.slice(1)}` : text
    const parsed = PathPattern.parse(whole, { folded: true })
    return typeof parsed === "string" ? fault(parsed) : { text, pattern: whole, source: reading.source(at) }
  }
)

const protectedPatterns = listOf("a list of path patterns", pattern)

/** The folder of a team's files about programs. The files themselves are read with the policy: see `loadPrograms`. */
const programs: Shape<PolicyPrograms> = {
  ...path,
  read: (entry, reading) => {
    const folder = path.read(entry, reading)
    return folder === undefined
      ? undefined
      : {
          folder,
          source: reading.source(entry.node.at),
          files: [],
          examples: [],
          paths: [],
          problems: [],
          isDoubtful: false
        }
  }
}

const version: Shape<1> = {
  type: "the number 1",
  schema: { const: 1 },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind !== "scalar" || typeof node.value !== "number") return reportWrongType(version.type, entry, reading)
    if (node.plain === "1") return 1
    return reading.fault(node.at, () => `the file has version ${node.plain}, and only version 1 is supported`)
  }
}

/**
 * The shape of a whole policy, without its name. This table decides what a file may contain, and is the source of the
 * reference page.
 */
export const policyShape: Shape<Omit<PolicyConfig, "name">> = recordOf(
  "a policy",
  {
    version: { shape: version, description: "The version of this format.", absent: undefined },
    default: {
      shape: toolRule,
      description: "The settings of every tool that `tools` does not name.",
      absent: "such a tool may be called"
    },
    tools: {
      shape: toolRules,
      description: "The settings of each tool: where it runs, and how much it may use.",
      absent: "{}"
    },
    groups: {
      shape: toolGroups,
      description: 'Groups of tools. Other entries refer to a group as "group:GROUP".',
      absent: "{}"
    },
    layers: {
      shape: policyLayers,
      description: "Restrictions on the tools that may be called. Each layer only narrows.",
      absent: "{}"
    },
    agents: {
      shape: agents,
      description: "The capabilities of each agent. An agent that is not listed has none.",
      absent: "no capabilities are required"
    },
    permissions: {
      shape: permissionsShape,
      description: "Settings for tools by permission type: network, filesystem, shell, compute.",
      absent: "{}"
    },
    rules: {
      shape: rules,
      description: "Rules about tools and the resources that their arguments name: `tool` or `tool(pattern)`.",
      absent: "{}"
    },
    protected: {
      shape: protectedPatterns,
      description: "Paths that need a person's approval before they are written, in addition to the built-in paths.",
      absent: "the built-in paths"
    },
    unprotected: {
      shape: protectedPatterns,
      description:
        "Exceptions from the protected paths. In a later file, they apply only to the paths that this file protects.",
      absent: "[]"
    },
    secrets: {
      shape: protectedPatterns,
      description: "Paths that need a person's approval before they are read, in addition to the built-in paths.",
      absent: "the built-in paths"
    },
    not_secrets: {
      shape: protectedPatterns,
      description:
        "Exceptions from the secret paths. In a later file, they apply only to the paths that this file calls secret.",
      absent: "[]"
    },
    tool_confirmation: {
      shape: confirmation,
      description: "The settings that decide which calls a person is asked about.",
      absent: "the defaults of its keys; in a later file, no confirmation"
    },
    programs: {
      shape: programs,
      description:
        "A folder with files about programs of your own, in the notation of Toolgate's own files. An untrusted file may not name one.",
      absent: "what Toolgate knows of programs"
    },
    quotas: { shape: quotas, description: "How often tools may be called.", absent: "{}" },
    tests: { shape: tests, description: "Calls, each with the decision that is expected.", absent: "[]" }
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
    secretPaths: given.secrets ?? [],
    notSecretPaths: given.not_secrets ?? [],
    confirmation: given.tool_confirmation ?? (reading.isFirst ? defaultConfirmation : undefined),
    ...(given.programs === undefined ? {} : { programs: given.programs }),
    quotas: given.quotas ?? new Map(),
    tests: given.tests ?? []
  })
)
