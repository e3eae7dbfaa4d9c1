import { quoted } from "@toolgate/core"
import { literalPattern, PathPattern } from "@toolgate/core/access"
import type { ProtectedPattern } from "@toolgate/policy"
import { listOf, type Shape, textOf } from "@toolgate/yaml-reading"

const pattern: Shape<ProtectedPattern> = textOf(
  'a path pattern, as in ".husky" or "**/deploy"',
  (text, { at, node }, reading) => {
    const fault = (why: string) => reading.fault(node.at, () => `the pattern ${quoted(text)} ${why}`)
    const isHome = /^~(?=$|\/)/.test(text)
    const { home } = reading
    if (isHome && home === undefined) return fault("names a home folder, and the user has none")
    const whole = isHome ? `${literalPattern(home ?? "")}${text.slice(1)}` : text
    const parsed = PathPattern.parse(whole, { folded: true })
    return typeof parsed === "string" ? fault(parsed) : { text, pattern: whole, source: reading.source(at) }
  }
)

export const protectedPatterns = listOf("a list of path patterns", pattern)
