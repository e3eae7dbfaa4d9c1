import { homedir } from "node:os"
import { escapeUnprintable } from "@toolgate/core"
import { type Faults, FileReading, readTextFile, readYaml } from "@toolgate/yaml-reading"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ServerSettings } from "./ServerSettings.ts"
import { serverShape } from "./serverShape.ts"

/** A `server.yaml` cannot be used. Its message has one problem per line, each after its position. */
export class ServerSettingsInvalid extends Data.TaggedError("ServerSettingsInvalid")<{ readonly message: string }> {}

/** Parses the text of a `server.yaml`. `name` stands for the file in messages. */
export const parseServerSettings = (
  text: string,
  name: string,
  home: string = homedir()
): Effect.Effect<ServerSettings, ServerSettingsInvalid> =>
  Effect.suspend(() => {
    const reading = new FileReading({ name, what: "server settings", least: "{}", home })
    const settings = readYaml(text, serverShape, reading)
    const { everyFault } = reading
    if (settings !== undefined && everyFault === undefined) return Effect.succeed(settings)
    return Effect.fail(explain(everyFault ?? { problems: [], more: 0 }))
  })

/** Reads a `server.yaml`. Fails with every problem, or if the file is missing. */
export const loadServerSettings = Effect.fnUntraced(function* (path: string) {
  const name = escapeUnprintable(path)
  const file = yield* Effect.sync(() => readTextFile(path, "server settings"))
  if ("fault" in file) return yield* explain({ problems: [{ source: name, message: file.fault }], more: 0 })
  return yield* parseServerSettings(file.text, name)
})

const explain = ({ problems, more }: Faults): ServerSettingsInvalid => {
  const lines = problems.map(({ source, message }) => `${source}: ${message}`)
  if (more > 0) lines.push(`and ${more} more`)
  return new ServerSettingsInvalid({ message: lines.join("\n") })
}
