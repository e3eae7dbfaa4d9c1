import type { LoadedSkills } from "./loadSkills.ts"
import type { SkillProblem } from "./SkillProblem.ts"

/** Returns the problems with which skills cannot be used at all: a folder of skills that cannot be read, and two skills of one name. */
export const skillFaults = ({
  skills,
  problems
}: LoadedSkills): ReadonlyArray<Pick<SkillProblem, "source" | "message">> => [
  ...problems.filter(({ level, skill }) => level === "error" && skill === undefined),
  ...twice(skills)
]

// Which of two skills of one name is meant, nobody could say.
const twice = (skills: LoadedSkills["skills"]) =>
  skills.flatMap(({ name, path }, at) => {
    const first = skills.findIndex((one) => one.name === name)
    const other = skills[first]?.path ?? `skill ${name}`
    return first === at
      ? []
      : [{ source: path ?? `skill ${name}`, message: `the skill "${name}" is given twice, first in ${other}` }]
  })
