import { confinementOf } from "../confinementOf.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"
import { type LintedToolRule, lintedToolRules } from "./lintedToolRules.ts"

/** Variables that a command should rather not be given, and those that a later file seems to give. */
export const givenVariables = (linted: Linted): ReadonlyArray<LintFinding> =>
  lintedToolRules(linted).flatMap((one) => [...loaders(one), ...idle(one, linted)])

const loaders = ({ rule: { env = [] }, whose }: LintedToolRule): ReadonlyArray<LintFinding> =>
  env.flatMap(({ text, source }) =>
    loader.test(text)
      ? [
          {
            source,
            level: "warning",
            code: "confinement",
            message: `the variable "${text}" decides what code programs load: who can change the files that it names runs code in every command of ${whose}`
          }
        ]
      : []
  )

// ld.so(8), dyld(1), sh(1), bash(1), node(1), python(1), perlrun(1), ruby(1), the JVM's guide, git(1).
const loader =
  /^(?:LD_\w+|DYLD_\w+|GCONV_PATH|ENV|BASH_ENV|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|HOME|STARTUP)|PERL5(?:LIB|OPT|DB)|PERLLIB|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_EXEC_PATH)$/

const idle = ({ rule: { env = [] }, whose, tools, isFirst }: LintedToolRule, { files }: Linted) => {
  const [first] = files
  if (isFirst || first === undefined) return []
  const given = new Set(tools.flatMap((tool) => confinementOf([first.config], tool).env))
  return env.flatMap(
    ({ text, source }): ReadonlyArray<LintFinding> =>
      given.has(text)
        ? []
        : [
            {
              source,
              level: "warning",
              code: "confinement",
              message: `the variable "${text}" is not given to ${whose} by this: ${first.config.name} does not give it, and a later file can only take back`
            }
          ]
  )
}
