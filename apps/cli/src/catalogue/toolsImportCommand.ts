import { readTextFile } from "@toolgate/yaml-reading"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { getProgramWords } from "../getProgramWords.ts"
import { Screen } from "../Screen.ts"
import { formatShortSentence } from "../text/formatShortText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { writeNewFile } from "../writeNewFile.ts"

const optional = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(description),
    Flag.filterMap(
      (given) => (given === "" ? Option.none() : Option.some(given)),
      () => "a value, or leave the flag out"
    ),
    Flag.optional
  )

const openApiCommand = Command.make("openapi", {
  file: Argument.String("FILE").pipe(Argument.withDescription("The OpenAPI document, 2.0 to 3.1, in JSON or YAML")),
  only: optional("only", "NAMES", "The operations to import, separated by commas; default: all"),
  server: optional("server", "URL", "The URL that paths are appended to; default: the first server of the document"),
  out: optional("out", "FILE", "A new file to write the catalogue to; default: standard output")
}).pipe(
  Command.withDescription(
    [
      "Make a catalogue from an OpenAPI document: each operation becomes a tool, which calls its host and no other. Only the document is",
      "read: nothing is fetched. Notes on standard error say what a tool lacks.",
      "",
      "Exit status: 0 the catalogue was printed or written, 1 the file of --out exists, or cannot be written, 2 the command line or the",
      "document is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Make tools from an OpenAPI document"),
  Command.withExamples([
    {
      command: "toolgate tools import openapi api.yaml --only getUser,listUsers --out users.yaml",
      description: "Write a catalogue with two tools"
    }
  ]),
  Command.withHandler(({ file, only, server, out }) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { importOpenApi, longestOpenApi } = yield* Effect.promise(() => import("@toolgate/catalogue"))
      const read = readTextFile(file, "document", longestOpenApi)
      if ("fault" in read)
        return yield* new WrongUse({ message: `The document "${file}" cannot be read: ${read.fault}.` })
      const { yaml, tools, notes } = yield* importOpenApi(read.text, file, {
        only: Option.getOrUndefined(only)
          ?.split(",")
          .map((name) => name.trim())
          .filter((name) => name !== ""),
        server: Option.getOrUndefined(server)
      })
      for (const { source, message } of notes)
        yield* screen.notice(`${formatShortSentence(`${source}: note: ${message}`, 1000)}\n`)
      if (Option.isNone(out)) return yield* screen.result(yaml)
      const problem = writeNewFile(out.value, yaml)
      if (problem !== undefined) {
        yield* screen.notice(`toolgate: "${out.value}" ${problem}\n`)
        return yield* new Unsuccessful({ exitStatus: 1 })
      }
      yield* screen.notice(
        `toolgate: Wrote ${tools.length === 1 ? "1 tool" : `${tools.length} tools`} to "${out.value}". Next: ${getProgramWords(process.env)} tools --catalogue ${out.value}\n`
      )
    })
  )
)

/** The command `toolgate tools import`, which converts other descriptions of tools to catalogues. */
export const toolsImportCommand = Command.make("import").pipe(
  Command.withDescription("Make a catalogue from another description of tools."),
  Command.withShortDescription("Make a catalogue from an OpenAPI document"),
  Command.withSubcommands([openApiCommand])
)
