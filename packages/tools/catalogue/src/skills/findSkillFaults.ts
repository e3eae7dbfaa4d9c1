import type { LoadedSkills } from "./loadSkills.ts"
import type { SkillProblem } from "./SkillProblem.ts"

/** Returns problems that make skills unusable: an unreadable folder, or two skills with the same name. */
export const findSkillFaults = ({
  skills,
  problems
}: LoadedSkills): ReadonlyArray<Pick<SkillProblem, "source" | "message">> => [
  ...problems.filter(({ level, skill }) => level === "error" && skill === undefined),
  ...twice(skills)
]

// Duplicate names are ambiguous.
const twice = (skills: LoadedSkills["skills"]) =>
  skills.flatMap(({ name, path }, at) => {
    const first = skills.findIndex((one) => one.name === name)
    const other = skills[first]?.path ?? `skill ${name}`
    return first === at
      ? []
      : [{ source: path ?? `skill ${name}`, message: `the skill "${name}" is given twice, first in ${other}` }]
  })
