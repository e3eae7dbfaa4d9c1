import { quoted } from "@toolgate/core"
import type { Shape } from "./Shape.ts"
import { textOf } from "./scalars.ts"

/** An absolute path in one spelling: without empty names, "." and a separator at its end. Links are not followed here. */
export const path: Shape<string> = (() => {
  const shape = textOf<string>('an absolute path, or one that begins with "~/"', (text, { node }, reading) => {
    const fault = (why: string) => reading.fault(node.at, () => `the path ${quoted(text)} ${why}`)
    const windows = reading.platform === "win32"
    const whole = /^~(?=$|[\\/])/.test(text) ? `${reading.home ?? ""}${text.slice(1)}` : text
    if (whole !== text && reading.home === undefined) return fault("begins with a home folder, and none is known")
    if (whole.length > 4096) return fault("is longer than 4096 characters")
    if (/[\p{Cc}\p{Cs}]/u.test(whole)) return fault("holds a control character")
    const root = (windows ? /^[A-Za-z]:[\\/]/ : /^\//).exec(whole)?.[0]
    if (root === undefined) return fault(`is relative to nothing; begin it with ${windows ? '"C:\\"' : '"/"'} or "~/"`)
    const names = whole
      .slice(root.length)
      .split(windows ? /[\\/]/ : "/")
      .filter((name) => name !== "" && name !== ".")
    if (names.includes("..")) return fault('holds ".."; write where it leads')
    if (names.some((name) => name.includes("*")))
      return fault('holds "*"; a path covers everything beneath it, and patterns belong in "rules"')
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
