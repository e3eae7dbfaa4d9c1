import { commandName } from "../commandName.ts"
import { administration } from "./administration.ts"
import { applicationTools } from "./applicationTools.ts"
import { archivers } from "./archivers.ts"
import { backends } from "./backends.ts"
import { backups } from "./backups.ts"
import { checkers } from "./checkers.ts"
import { clouds } from "./clouds.ts"
import { clusters } from "./clusters.ts"
import { codeLinters } from "./codeLinters.ts"
import { compiledLanguages } from "./compiledLanguages.ts"
import { compilers } from "./compilers.ts"
import { databases } from "./databases.ts"
import { databaseTools } from "./databaseTools.ts"
import { deployments } from "./deployments.ts"
import { deviceTools } from "./deviceTools.ts"
import { documents } from "./documents.ts"
import { documentTools } from "./documentTools.ts"
import { dotnet } from "./dotnet.ts"
import { downloading } from "./downloading.ts"
import { editors } from "./editors.ts"
import { fetching } from "./fetching.ts"
import { fileAttributes } from "./fileAttributes.ts"
import { fileServers } from "./fileServers.ts"
import { files } from "./files.ts"
import { forges } from "./forges.ts"
import { generators } from "./generators.ts"
import { gh } from "./gh.ts"
import { git } from "./git.ts"
import { hashicorp } from "./hashicorp.ts"
import { hookRunners } from "./hookRunners.ts"
import { hostTools } from "./hostTools.ts"
import { infrastructure } from "./infrastructure.ts"
import { inspection } from "./inspection.ts"
import { interpreters } from "./interpreters.ts"
import { javaTools } from "./javaTools.ts"
import { jvm } from "./jvm.ts"
import { keys } from "./keys.ts"
import { languages } from "./languages.ts"
import { linters } from "./linters.ts"
import { loadTools } from "./loadTools.ts"
import { machine } from "./machine.ts"
import { mailing } from "./mailing.ts"
import { media } from "./media.ts"
import { nameQueries } from "./nameQueries.ts"
import { nativeBuilds } from "./nativeBuilds.ts"
import { nativeCode } from "./nativeCode.ts"
import { network } from "./network.ts"
import { networkLoad } from "./networkLoad.ts"
import { networkSettings } from "./networkSettings.ts"
import { networkTools } from "./networkTools.ts"
import { nixPackages } from "./nixPackages.ts"
import { operators } from "./operators.ts"
import { otherBuilds } from "./otherBuilds.ts"
import { otherCompilers } from "./otherCompilers.ts"
import { otherNativeBuilds } from "./otherNativeBuilds.ts"
import { otherPackages } from "./otherPackages.ts"
import { otherProjects } from "./otherProjects.ts"
import { otherTests } from "./otherTests.ts"
import type { Program } from "./Program.ts"
import { packageManagers } from "./packageManagers.ts"
import { packageQueries } from "./packageQueries.ts"
import { packing } from "./packing.ts"
import { parserGenerators } from "./parserGenerators.ts"
import { platforms } from "./platforms.ts"
import { projects } from "./projects.ts"
import { protobuf } from "./protobuf.ts"
import { publishing } from "./publishing.ts"
import { pythonLinters } from "./pythonLinters.ts"
import { pythonProjects } from "./pythonProjects.ts"
import { pythonServers } from "./pythonServers.ts"
import { pythonTasks } from "./pythonTasks.ts"
import { pythonTools } from "./pythonTools.ts"
import { rewriting } from "./rewriting.ts"
import { rpmPackages } from "./rpmPackages.ts"
import { rubyProjects } from "./rubyProjects.ts"
import { schemaTools } from "./schemaTools.ts"
import { scriptLanguages } from "./scriptLanguages.ts"
import { scripts } from "./scripts.ts"
import { searching } from "./searching.ts"
import { secretTools } from "./secretTools.ts"
import { secureNetwork } from "./secureNetwork.ts"
import { seldomUsed } from "./seldomUsed.ts"
import { services } from "./services.ts"
import { siteTools } from "./siteTools.ts"
import { starters } from "./starters.ts"
import { storage } from "./storage.ts"
import { styleCheckers } from "./styleCheckers.ts"
import { systemPackages } from "./systemPackages.ts"
import { testFrameworks } from "./testFrameworks.ts"
import { testRunners } from "./testRunners.ts"
import { textTools } from "./textTools.ts"
import { toolVersions } from "./toolVersions.ts"
import { typesetting } from "./typesetting.ts"
import { versionControl } from "./versionControl.ts"
import { viewers } from "./viewers.ts"
import { virtualMachines } from "./virtualMachines.ts"
import { webTools } from "./webTools.ts"

/** All tables of programs. */
export const programs: ReadonlyArray<Program> = [
  administration,
  downloading,
  fileAttributes,
  hookRunners,
  mailing,
  networkLoad,
  networkSettings,
  nixPackages,
  otherCompilers,
  otherNativeBuilds,
  otherPackages,
  otherProjects,
  rpmPackages,
  siteTools,
  systemPackages,
  toolVersions,
  seldomUsed,
  hostTools,
  storage,
  backups,
  virtualMachines,
  hashicorp,
  backends,
  clusters,
  infrastructure,
  platforms,
  forges,
  fileServers,
  protobuf,
  deviceTools,
  parserGenerators,
  publishing,
  schemaTools,
  applicationTools,
  archivers,
  checkers,
  codeLinters,
  otherBuilds,
  operators,
  clouds,
  compilers,
  databases,
  databaseTools,
  documents,
  dotnet,
  fetching,
  files,
  gh,
  inspection,
  interpreters,
  javaTools,
  jvm,
  keys,
  languages,
  linters,
  machine,
  media,
  nativeBuilds,
  nativeCode,
  network,
  networkTools,
  packageManagers,
  packageQueries,
  packing,
  projects,
  pythonLinters,
  pythonProjects,
  pythonTools,
  rewriting,
  rubyProjects,
  scripts,
  searching,
  secureNetwork,
  services,
  starters,
  styleCheckers,
  testFrameworks,
  testRunners,
  textTools,
  typesetting,
  versionControl,
  viewers,
  webTools,
  compiledLanguages,
  documentTools,
  editors,
  nameQueries,
  scriptLanguages,
  otherTests,
  loadTools,
  pythonServers,
  deployments,
  generators,
  secretTools,
  pythonTasks,
  [git]
].flat()

const byName = new Map<string, Array<Program>>()
for (const program of programs) {
  for (const name of program.names) byName.set(name, [...(byName.get(name) ?? []), program])
}

const none: ReadonlyArray<Program> = []

/**
 * Returns a program's name without the version at its end. `python3.12` and `gcc-13` are the same programs as `python`
 * and `gcc`.
 */
const withoutVersion = (name: string) => name.replace(/(?<![0-9]|[0-9]\.)-?[0-9]+(?:\.[0-9]+)*$/, "")

/** Returns what is known of a program, given by its name or by the path with which it is started. */
export const knownPrograms = (program: string): ReadonlyArray<Program> => {
  const name = commandName(program)
  return byName.get(name) ?? byName.get(withoutVersion(name)) ?? none
}
