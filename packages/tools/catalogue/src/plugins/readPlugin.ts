import { isUtf8 } from "node:buffer"
import { createHash } from "node:crypto"
import { basename, join } from "node:path"
import { describeUnknownName, escapeUnprintable, type JsonObject, quoted } from "@toolgate/core"
import { FileReading, readYaml } from "@toolgate/yaml-reading"
import type { FolderContent } from "./FolderContent.ts"
import { type Manifest, makeManifestShape } from "./makeManifestShape.ts"
import type { PluginProblem } from "./PluginProblem.ts"
import { formatPosition, readFolder } from "./readFolder.ts"
import { type PluginSettings, type ReadSettings, readSettings } from "./settingsFile.ts"
import { readSettingValues } from "./settingsSchema.ts"

/** The current state of a plugin's folder and settings file. */
export interface ReadPlugin {
  readonly folder: string
  /** The name in the manifest, or else that of the folder. */
  readonly name: string
  /** A text that changes with any part of the plugin. */
  readonly state: string
  readonly problems: ReadonlyArray<PluginProblem>
  /** The complete plugin. `undefined` if it has problems. */
  readonly whole: WholePlugin | undefined
}

/** A plugin without problems, before it is copied. */
export interface WholePlugin {
  readonly manifest: Manifest
  readonly content: FolderContent
  readonly reading: FileReading
  readonly enabled: boolean
  readonly settings: JsonObject
  readonly overrides: PluginSettings["overrides"]
}

/** Reads a plugin's folder and settings file. Never rejects. */
export const readPlugin = async (folder: string, settingsFolder: string): Promise<ReadPlugin> => {
  const name = basename(folder)
  const broken = (source: string, message: string): ReadPlugin => ({
    folder,
    name,
    state: `${source}: ${message}`,
    problems: [{ plugin: name, source: escapeUnprintable(source), message }],
    whole: undefined
  })
  const content = await readFolder(folder).catch((error: unknown) => ({ path: "", message: String(error) }))
  if (!("digest" in content)) return broken(formatPosition(folder, content), content.message)
  const path = join(folder, "manifest.json")
  const file = content.files.get("manifest.json")
  if (file === undefined) return broken(path, "there is no such file, and a plugin has a manifest")
  if (!isUtf8(file.bytes)) return broken(path, "it is not UTF-8 text")
  return wholePlugin(folder, content, Buffer.from(file.bytes).toString(), settingsFolder)
}

const wholePlugin = (folder: string, content: FolderContent, text: string, settingsFolder: string): ReadPlugin => {
  const reading = new FileReading({
    name: escapeUnprintable(join(folder, "manifest.json")),
    what: "manifest",
    least: least
  })
  const manifest = readYaml(text, makeManifestShape(content), reading)
  const name = manifest?.name ?? basename(folder)
  const place = join(settingsFolder, `${name}.json`)
  const given = manifest === undefined ? undefined : readSettings(place)
  const state = createHash("sha256")
    .update(JSON.stringify([content.digest, given?.text, given?.fault]))
    .digest("hex")
  const whole = manifest && given && checked(manifest, given, content, reading)
  if (manifest !== undefined && whole !== undefined) untrusted(whole, given?.values?.trusted, place)
  const problems = [
    ...(reading.faults?.problems ?? []),
    ...(given?.reading.faults?.problems ?? []),
    ...(given?.fault === undefined ? [] : [{ source: escapeUnprintable(place), message: given.fault }])
  ].map((problem) => ({ plugin: name, ...problem }))
  return { folder, name, state, problems, whole: problems.length === 0 ? whole : undefined }
}

const least = '{ "name": "my_plugin", "version": "1.0.0", "tools": [] }'

/** Validates a plugin's settings against its manifest. Problems are added to the settings file's reading. */
const checked = (
  manifest: Manifest,
  { values, reading: ofSettings }: ReadSettings,
  content: FolderContent,
  reading: FileReading
): WholePlugin | undefined => {
  if (values === undefined) return undefined
  const names = manifest.tools.map(({ entry }) => entry.name.value)
  for (const [tool, { at, value }] of values.overrides) {
    if (!names.includes(tool))
      ofSettings.fault(at, () =>
        describeUnknownName("tool", tool, names, { where: `of the plugin ${quoted(manifest.name)}` })
      )
    const longest = manifest.tools.find(({ entry }) => entry.name.value === tool)?.entry.timeout?.value
    if (value.timeoutMs !== undefined && longest !== undefined && value.timeoutMs > longest)
      ofSettings.fault(
        at,
        () =>
          `the timeout of ${quoted(tool)} may be shortened, and not lengthened from ${longest} ms to ${value.timeoutMs} ms`
      )
  }
  return {
    manifest,
    content,
    reading,
    enabled: values.enabled ?? manifest.enabled,
    settings: readSettingValues(manifest.name, manifest.settings, values.config, ofSettings),
    overrides: values.overrides
  }
}

/** Reports a version that would run in this process but is not trusted by the user. */
const untrusted = ({ manifest, content, reading }: WholePlugin, trusted: string | undefined, place: string): void => {
  if (manifest.runs === undefined || trusted === content.digest) return
  const { name, runs } = manifest
  reading.fault(runs.at, () =>
    trusted === undefined
      ? `the code of ${quoted(name)} would run in this process, but is not trusted: ${advice(content.digest, place)}`
      : `the code of ${quoted(name)} would run in this process, and it has changed since it was trusted: ${advice(content.digest, place)}`
  )
}

const advice = (digest: string, place: string): string =>
  `read its files, and write "trusted": "${digest}" into ${quoted(place, 400)} if it may`
