import { findNearest, quoted } from "@toolgate/core"
import { listLayers, toolCategories } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about categories that no known tool has, and about tools whose category is a typing error away from
 * a category of a group.
 */
export const lintUnknownCategories = ({ files, tools }: Linted): ReadonlyArray<LintFinding> => {
  const defined = files.flatMap(({ config }) => config.tests.map(({ call }) => call.definition?.category))
  const known = new Set<unknown>([...toolCategories, ...tools.map(({ category }) => category), ...defined])
  const names = [...known].filter((name) => typeof name === "string")
  const allowed = files.flatMap(({ config }) =>
    [...listLayers(config.layers)].flatMap(([where, { flat }]) =>
      (flat?.allowedCategories?.names ?? []).flatMap((name): ReadonlyArray<LintFinding> => {
        if (known.has(name)) return []
        const source = flat?.allowedCategories?.source ?? config.name
        const meant = findNearest(name, names)
        return [
          {
            source,
            level: meant === undefined ? "note" : "warning",
            code: "unknown-category",
            message:
              meant === undefined
                ? `${where}.allowed_categories lists ${quoted(name)}, but no known tool has this category`
                : `unknown category ${quoted(name)} in ${where}.allowed_categories; did you mean ${quoted(meant)}?`
          }
        ]
      })
    )
  )
  const declared = tools.flatMap(({ name, category }): ReadonlyArray<LintFinding> => {
    const meant =
      category === undefined || toolCategories.has(category) ? undefined : findNearest(category, toolCategories)
    return meant === undefined
      ? []
      : [
          {
            source: `tool ${name}`,
            level: "warning",
            code: "unknown-category",
            message: `the category ${quoted(category ?? "")} belongs to no group; did you mean ${quoted(meant)}?`
          }
        ]
  })
  return [...declared, ...allowed]
}
