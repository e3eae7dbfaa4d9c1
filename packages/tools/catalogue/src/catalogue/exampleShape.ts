import type { JsonObject, ToolExample } from "@toolgate/core"
import { ErrorClass } from "@toolgate/wire"
import {
  anyText,
  jsonObject,
  jsonValue,
  mapOf,
  type NameShape,
  oneOf,
  recordOf,
  type Shape
} from "@toolgate/yaml-reading"

const workspacePaths: NameShape<string> = {
  step: "PATH",
  schema: { minLength: 1, maxLength: 4096 },
  read: (path, at, reading) =>
    /^$|^\/|^[A-Za-z]:|\\|[\p{Cc}\p{Cs}]/u.test(path) || path.length > 4096 || path.split("/").some(isStep)
      ? reading.fault(
          at,
          () =>
            `${JSON.stringify(path.slice(0, 64))} is not the path of a file in the workspace: write it as in "src/a.txt"`
        )
      : path
}

const isStep = (name: string): boolean => name === "" || name === "." || name === ".."

const expectation: Shape<ToolExample["expect"]> = recordOf(
  "an expectation",
  {
    value: { shape: jsonValue, description: "The structured result.", absent: "any" },
    text: { shape: anyText, description: "The text of the result, blanks at its end apart.", absent: "any" },
    error: {
      shape: oneOf("class of errors", ErrorClass.enum),
      description: "The class of the failure.",
      absent: "the call succeeds"
    }
  },
  ({ value, text, error }, at, reading) => {
    if (error !== undefined && (value !== undefined || text !== undefined))
      return reading.fault(at, () => 'a call that is expected to fail has no result: leave out "error", or the rest')
    return {
      ...(value === undefined ? {} : { value }),
      ...(text === undefined ? {} : { text }),
      ...(error === undefined ? {} : { error })
    }
  }
)

/** The shape of an example of a tool. */
export const example: Shape<ToolExample> = recordOf(
  "an example",
  {
    description: { shape: anyText, description: "What the example shows.", absent: "none" },
    args: { shape: jsonObject, description: "The arguments of the call.", absent: "{}" },
    files: {
      shape: mapOf("a map of files", workspacePaths, anyText),
      description: "The files of the workspace, by their paths, with their texts.",
      absent: "the workspace is empty"
    },
    expect: { shape: expectation, description: "How the call ends.", absent: undefined }
  },
  ({ description, args = noArgs, files, expect = {} }) => ({
    ...(description === undefined ? {} : { description }),
    args,
    ...(files === undefined ? {} : { files: Object.fromEntries(files) }),
    expect
  })
)

const noArgs: JsonObject = {}
