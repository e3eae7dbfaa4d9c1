import type { PermissionType } from "@toolgate/core"
import type { PermissionSettings } from "@toolgate/policy"
import { permissionsShape } from "@toolgate/policy-files"
import { listOf, mustBe, recordOf, type Shape } from "@toolgate/yaml-reading"
import { entry, type ToolEntry } from "./entryShape.ts"

/** The content of a catalogue, as far as it can be read without the other files. */
export interface WrittenCatalogue {
  readonly permissions: ReadonlyMap<PermissionType, PermissionSettings> | undefined
  readonly entries: ReadonlyArray<ToolEntry>
}

const whole = listOf("a list of tools", entry)

/** The shape of the tools. It keeps what is valid beside what is not, so that later checks find as much as there is. */
const tools: Shape<ReadonlyArray<ToolEntry>> = {
  ...whole,
  read: (given, reading) => {
    const { node } = given
    if (node.kind !== "list") return mustBe(whole.type, given, reading, { none: "[]" })
    return node.items.flatMap((item) => entry.read({ at: item.at, label: "a tool", node: item }, reading) ?? [])
  }
}

/** The shape of a whole catalogue. This table decides what is accepted. */
export const catalogueShape: Shape<WrittenCatalogue> = recordOf(
  "a catalogue",
  {
    permissions: {
      shape: permissionsShape,
      description:
        "Settings for tools by permission type: network, filesystem, shell, compute. They only narrow the policy.",
      absent: "{}"
    },
    tools: { shape: tools, description: "The tools, and annotations of known tools.", absent: "[]" }
  },
  ({ permissions, tools: entries = [] }) => ({ permissions, entries })
)
