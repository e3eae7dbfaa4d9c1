import { strangePackage } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { factsOf } from "./Program.ts"

/** Facts about programs that manage and build projects. */
export const projectFacts = factsOf("the manual of each", {
  startsPrograms: "starts the scripts of packages and projects",
  writesFiles: "writes what it installs and builds",
  reachesNetwork: "fetches packages",
  folderDecides: "takes orders from the project's files of the folder that it runs in"
})

/** Facts about programs that run the tests and the tools of a project. */
export const toolFacts = factsOf("the manual of each", {
  startsPrograms: "runs the code and the settings of the project",
  writesFiles: "writes reports, caches, builds or corrected files",
  folderDecides: "takes orders from the project's files"
})

/** Facts about programs that check the text of a project. */
export const linterFacts = factsOf("the manual of each", {
  startsPrograms: "runs plugins and settings of the project",
  writesFiles: "writes reports, or corrects files",
  folderDecides: "takes orders from the project's files"
})

/** Facts about programs that run the code in a file. */
export const codeFacts = factsOf("the manual of each", {
  startsPrograms: "runs any code",
  writesFiles: "runs any code, which can write files",
  reachesNetwork: "runs any code, which can reach the network",
  folderDecides: "loads code and settings from the folder of its script"
})

export const installs: ClosedList = {
  asks: "installs or changes packages, whose code runs",
  operand: strangePackage
}
export const publishes: ClosedList = { asks: "publishes, or changes who may" }
export const changes: ClosedList = { asks: "changes files" }
export const starts: ClosedList = { asks: "starts a program", rest: "script" }
