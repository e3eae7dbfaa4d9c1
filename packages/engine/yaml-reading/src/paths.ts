import { quoted } from "@toolgate/core"
import type { Shape } from "./Shape.ts"
import { textOf } from "./scalars.ts"

/**
 * The shape of an absolute path. The result is normalised: it has no empty names, no "." and no separator at its end.
 * Links are not followed here.
 */
export const path: Shape<string> = (() => {
  const shape = textOf<string>('an absolute path, or one that begins with "~/"', (text, { node }, reading) => {
    const fault = (why: string) => reading.fault(node.at, () => `the path ${quoted(text)} ${why}`)
    const windows = reading.platform === "win32"
    const whole = /^~(?=$|[\\/])/.test(text) ? `${reading.home ?? ""}${text.slice(1)}` : text
    if (whole !== text && reading.home === undefined)
      return fault("begins with a home folder, but the user has no home folder")
    if (whole.length > 4096) return fault("is longer than 4096 characters")
    if (/[\p{Cc}\p{Cs}]/u.test(whole)) return fault("contains a control character")
    const root = (windows ? /^[A-Za-z]:[\\/]/ : /^\//).exec(whole)?.[0]
    if (root === undefined) return fault(`is not absolute; begin it with ${windows ? '"C:\\"' : '"/"'} or "~/"`)
    const names = whole
      .slice(root.length)
      .split(windows ? /[\\/]/ : "/")
      .filter((name) => name !== "" && name !== ".")
    if (names.includes("..")) return fault('contains ".."; write the path without it')
    if (names.some((name) => name.includes("*")))
      return fault('contains "*"; a path covers everything beneath it, and patterns belong under "rules"')
    return windows ? `${root[0]?.toUpperCase()}:\\${names.join("\\")}` : `/${names.join("/")}`
  })
  return {
    ...shape,
    read: (entry, reading) =>
      entry.node.kind === "scalar" && entry.node.plain === "~"
        ? reading.fault(entry.node.at, () => `${entry.label} is empty: "~" alone means nothing in YAML; write "~/"`)
        : shape.read(entry, reading)
  }
})()
