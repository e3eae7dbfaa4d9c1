import type { OptionCheck } from "../../src/checkOptions.ts"
import * as sets from "../../src/optionNames.ts"
import { type Node, TypeSources } from "./TypeSources.ts"

const sources = new TypeSources(
  [
    ...["toolgate", "core", "stores", "engine/dispatch", "engine/audit", "engine/registry", "edges/supervisor"],
    ...["tools/chain", "sandboxes/sandbox-wasm"]
  ].map((folder) => `${folder}/src`)
)

/** The options of a method: the type that describes them, and all that it takes. */
const methods: ReadonlyArray<readonly [method: string, type: string, names: object]> = [
  ["`createToolgate`", "ToolgateOptions", sets.toolgateOptions],
  ["`dispatch`", "CallOptions", sets.callOptions],
  ["`dispatchAll`", "BatchOptions", sets.batchOptions],
  ["`dispatchTurn`", "TurnOptions", sets.turnOptions],
  ["`judge` and `judgeAll`", "JudgeOptions", sets.judgeOptions],
  ["`resume`", "ResumeOptions", sets.resumeOptions],
  ["`observe`", "ObserveOptions", sets.observeOptions],
  ["`tools.list` and `canUseTool`", "AskerOptions", sets.askerOptions],
  ["`session`", "SessionOptions", sets.sessionOptions],
  ["`dispatch` of a session", "SessionCallOptions", sets.sessionCallOptions],
  ["`startRunner`", "RunnerOptions", sets.runnerOptions]
]

/** A row of the page: the option, what it has to be, and what it means. */
export type OptionRow = readonly [name: string, type: string, meaning: string]

/** Returns the rows of options, with those in their values. */
const rowsOf = (names: object, type: Node, prefix = "", isPartial = false): ReadonlyArray<OptionRow> =>
  Object.entries(names).flatMap(([name, check]: [string, true | object | OptionCheck]) => {
    if (name === "NAME") return rowsOf(check as object, type, `${prefix}NAME.`)
    const property = sources.property(name, type)
    if (property === undefined) throw new Error(`No type has the option "${prefix}${name}".`)
    const { names: within, type: words } = (typeof check === "function" ? check : { names: check }) as OptionCheck
    const typeText = sources.typeText(property)
    const row: OptionRow = [
      property.optional || isPartial ? `\`${prefix}${name}\`` : `**\`${prefix}${name}\`**`,
      words ?? `\`${typeText}\``,
      sources.comment(property)
    ]
    return [
      row,
      ...(typeof within === "object"
        ? rowsOf(within, sources.typeOf(property), `${prefix}${name}.`, /^Partial\b/.test(typeText))
        : [])
    ]
  })

const typeNamed = (name: string): Node => {
  const type = sources.type(name, "toolgate/src/")
  if (type === undefined) throw new Error(`There is no type "${name}".`)
  return type
}

/** Whether a type has an option from `CallOptions`, whose own table is that of `dispatch`. */
const isShared = (name: string, type: Node): boolean => {
  const [own, ofCall] = [type, typeNamed("CallOptions")].map((type) => sources.property(name, type))
  return ofCall !== undefined && own?.file === ofCall.file && own.start === ofCall.start
}

const sections = methods.map(([method, name, names]) => {
  const type = typeNamed(name)
  const shared = Object.keys(names).filter(
    (option) =>
      name !== "CallOptions" &&
      option in sets.callOptions &&
      (sources.property(option, type) === undefined || isShared(option, type))
  )
  const own = Object.fromEntries(Object.entries(names).filter(([name]) => !shared.includes(name)))
  return { method, rows: rowsOf(own, type), shared }
})

/** The options of all methods. */
export const optionRows: ReadonlyArray<OptionRow> = sections.flatMap(({ rows }) => rows)

const table = (rows: ReadonlyArray<OptionRow>): string =>
  [["option", "has to be", "means"], ["---", "---", "---"], ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n")

/** Returns the page of all options, in Markdown. */
export const optionsPage = (): string =>
  `${[
    "# The options",
    "At the end of this page you know every option of a gate and its methods. An editor shows the same sentences beside each option.",
    "An option in bold may not be left out. An unknown option is refused with the nearest name, because it might have been meant to narrow something.",
    "This page is written by `pnpm docs:options`.",
    ...sections.flatMap(({ method, rows, shared }) => [
      `## ${method}`,
      ...(rows.length === 0 ? [] : [table(rows)]),
      ...(shared.length === 0
        ? []
        : [
            `${rows.length === 0 ? "It takes" : "Also"} ${shared.map((name) => `\`${name}\``).join(", ")}, as [\`dispatch\`](#dispatch) does.`
          ])
    ])
  ].join("\n\n")}\n`
