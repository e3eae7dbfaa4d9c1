import type { PermissionType } from "@toolgate/core"
import type { PermissionSettings } from "@toolgate/policy"
import { permissionsShape } from "@toolgate/policy-files"
import { listOf, recordOf, reportWrongType, type Shape, type YamlNode } from "@toolgate/yaml-reading"
import { entry, type ToolEntry } from "./entryShape.ts"

/** The content of a catalogue, read without the other files. */
export interface WrittenCatalogue {
  readonly permissions: ReadonlyMap<PermissionType, PermissionSettings> | undefined
  readonly entries: ReadonlyArray<ToolEntry>
  /** Every entry of the file with its position, including invalid ones. */
  readonly items: ReadonlyArray<WrittenItem>
}

/** An entry of a catalogue as written in the file. */
export interface WrittenItem {
  readonly at: number
  readonly end: number
  /** Names that the entry affects, its own first. Empty if they cannot be read. */
  readonly names: ReadonlyArray<string>
  /** Whether the entry defines a tool rather than annotating a known one. */
  readonly isMade: boolean
}

const whole = listOf("a list of tools", entry)

/** The shape of the tools. Valid entries are returned even if others are invalid, so that later checks find more problems. */
const tools: Shape<Pick<WrittenCatalogue, "entries" | "items">> = {
  ...whole,
  read: (given, reading) => {
    const { node } = given
    if (node.kind !== "list") return reportWrongType(whole.type, given, reading, { none: "[]" })
    return {
      entries: node.items.flatMap((item) => entry.read({ at: item.at, label: "a tool", node: item }, reading) ?? []),
      // An anchor or tag precedes its item.
      items: node.items.map((item, index) => itemOf(item, node.ends[index - 1] ?? node.at, node.ends[index] ?? item.at))
    }
  }
}

const itemOf = (node: YamlNode, at: number, end: number): WrittenItem => {
  if (node.kind !== "map") return { at, end, names: [], isMade: false }
  const findValue = (name: string) => node.entries.find(({ key }) => key === name)?.value
  const aliases = findValue("aliases")
  const names = [findValue("name"), ...(aliases?.kind === "list" ? aliases.items : [])].map(textIn)
  const isClear = names[0] !== undefined && !node.repeated.some(({ key }) => key === "name" || key === "aliases")
  return {
    at,
    end,
    names: isClear ? names.filter((name) => name !== undefined) : [],
    isMade: findValue("implementation") !== undefined
  }
}

const textIn = (node: YamlNode | undefined): string | undefined =>
  node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined

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
  ({ permissions, tools = { entries: [], items: [] } }) => ({ permissions, ...tools })
)
