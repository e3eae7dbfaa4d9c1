import { type FileHandle, open, rm } from "node:fs/promises"
import {
  type ArtifactRange,
  ArtifactStore,
  clampArtifactRange,
  explainFileError,
  type OwnedArtifact
} from "@toolgate/core"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { json } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { artifactFlags, reference } from "./artifactFlags.ts"
import { findArtifacts, provideArtifacts } from "./artifactsHere.ts"
import { buildArtifactJson } from "./artifactText.ts"

const count = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(description),
    Flag.filterMap(
      (given) => (/^\d{1,15}$/.test(given) ? Option.some(Number(given)) : Option.none()),
      () => "a whole number of at least 0"
    ),
    Flag.optional
  )

/** The command `toolgate artifacts get`, which prints a large result, or writes it to a file. */
export const artifactsGetCommand = Command.make("get", {
  ref: reference,
  ...artifactFlags,
  start: count("start", "BYTE", "The first byte, counted from 0; default: 0"),
  length: count("length", "BYTES", "The maximum number of bytes; default: all"),
  output: Flag.String("output").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Write the bytes to this file, which must not exist yet"),
    Flag.optional
  ),
  json
}).pipe(
  Command.withDescription(
    [
      "Print a result that was too large to be returned at once, or a range of its bytes. They go to standard output as they are,",
      "or to the file of --output. A terminal gets only text, without control sequences.",
      "",
      "Exit status: 0 the bytes are printed or written, 1 there is no such artifact, or the bytes cannot be printed or written,",
      "2 the folder or store cannot be read, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Print a large result, or write it to a file"),
  Command.withExamples([
    {
      command: "toolgate artifacts get artifact:sha256-0f4c --output build.log",
      description: "Write a result to a file"
    },
    {
      command: "toolgate artifacts get artifact:sha256-0f4c --start 4096 --length 1024",
      description: "Print a part of a result"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const path = Option.getOrUndefined(given.output)
      if (path === "")
        return yield* new WrongUse({ message: 'The flag "--output" is empty; name a file, or leave the flag out.' })
      const [artifact] = yield* findArtifacts(given.ref, given.session)
      if (artifact === undefined) return
      const range = {
        start: Option.getOrElse(given.start, () => 0),
        length: Option.getOrElse(given.length, () => artifact.size)
      }
      const { start, end } = clampArtifactRange(artifact.size, range)
      if (path !== undefined) {
        yield* writtenTo(path, artifact, range)
        const written = { ...buildArtifactJson(artifact), start, length: end - start, output: path }
        if (given.json) yield* screen.result(formatJsonLine(written))
        else yield* screen.notice(`toolgate: ${end - start} bytes are in "${path}".\n`)
        return
      }
      if (!given.json && !screen.isTerminal.stdout)
        return yield* eachPart(artifact, range, (bytes) => screen.bytes("stdout", bytes))
      const parts: Array<Uint8Array> = []
      yield* eachPart(artifact, range, (bytes) => Effect.sync(() => parts.push(bytes)))
      const bytes = Buffer.concat(parts)
      const text = textOf(bytes)
      if (given.json) {
        const contents = text === undefined ? { base64: bytes.toString("base64") } : { text }
        return yield* screen.result(
          formatJsonLine({ ...buildArtifactJson(artifact), start, length: bytes.length, ...contents })
        )
      }
      if (text === undefined)
        return yield* failed(
          "The bytes are not text, and are not shown at a terminal; write them to a file with --output."
        )
      yield* screen.result(text)
    }).pipe((getting) => provideArtifacts(given, getting))
  )
)

/** Reads a range of an artifact part by part. */
const eachPart = Effect.fnUntraced(function* (
  { ref, size, owner }: OwnedArtifact,
  range: ArtifactRange,
  use: (bytes: Uint8Array) => Effect.Effect<unknown, Unsuccessful, Screen>
) {
  const { read } = yield* ArtifactStore
  const { start, end } = clampArtifactRange(size, range)
  for (let from = start; from < end; from += partBytes) {
    const bytes = yield* read(ref, { start: from, length: Math.min(partBytes, end - from) }, owner)
    if (bytes === undefined) return yield* failed(`The artifact "${ref}" was removed while it was read.`)
    yield* use(bytes)
  }
})

const partBytes = 1024 * 1024

/** Writes a range of an artifact to a file that does not exist yet. A file that could not be written whole is removed. */
const writtenTo = (path: string, artifact: OwnedArtifact, range: ArtifactRange) =>
  Effect.acquireUseRelease(
    attempt(path, () => open(path, "wx", 0o600)),
    (file) =>
      Effect.onError(
        eachPart(artifact, range, (bytes) => attempt(path, () => file.writeFile(bytes))),
        () => Effect.promise(() => rm(path, { force: true }))
      ),
    (file: FileHandle) => Effect.promise(() => file.close())
  )

const attempt = <A>(path: string, run: () => Promise<A>): Effect.Effect<A, Unsuccessful, Screen> =>
  Effect.catch(Effect.tryPromise({ try: run, catch: (cause) => cause as NodeJS.ErrnoException }), (cause) =>
    failed(
      cause.code === "EEXIST"
        ? `"${path}" already exists, and was not changed; name another file.`
        : `"${path}" cannot be written: ${explainFileError(cause, "write")}.`
    )
  )

const failed = Effect.fnUntraced(function* (message: string) {
  yield* (yield* Screen).notice(`toolgate: ${message}\n`)
  return yield* new Unsuccessful({ exitStatus: 1 })
})

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return bytes.includes(0) ? undefined : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
