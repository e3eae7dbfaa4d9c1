import type { ClosedList } from "./ClosedList.ts"
import { isOutside, writtenTo } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { changes, toolFacts } from "./sharedFacts.ts"

const settings = "reads other settings, which can name code"
const writes = "writes a file, or to another folder"

/** The languages that protoc knows itself, and the plugins that people install under these names. */
const languages = `cpp csharp java kotlin objc php pyi python ruby rust go go-grpc grpc-gateway openapiv2 grpc_python
  grpc-java grpc-web ts ts_proto js es connect-go connect-es connect-query dart swift grpc-swift validate validate-go
  doc
  go-vtproto prost tonic mypy mypy_grpc`.split(/\s+/)

const protoc: ClosedList = {
  source: "protoc --help, of protoc 29",
  style: "words",
  options: `-I= -I* --proto_path= --version -h --decode= --decode_raw --encode= --deterministic_output
    --print_free_field_numbers --error_format= --fatal_warnings --include_imports --include_source_info
    --retain_options --descriptor_set_out= --allow_proto3_optional --experimental_allow_proto3_optional --descriptor_set_in=
    --disallow_services --direct_dependencies= ${languages.map((name) => `--${name}_out= --${name}_opt=`).join(" ")}`,
  dangers: [
    danger("names a program that is started", "--plugin="),
    danger(writes, "-o=", "-o*", "--dependency_out="),
    danger("reads words from a file", "@*")
  ],
  value: (option, value) =>
    option === "--descriptor_set_out"
      ? writtenTo(value)
      : option.endsWith("_out") && isOutside(value.replace(/^.*:/, ""))
        ? writes
        : undefined
}

const fetched = (word: string) => (/^\w+:\/\/|^git@|^buf\.build\//.test(word) ? "is fetched" : undefined)
const bufDangers = [danger(settings, "--config= --template="), danger("reaches another place", "--registry=")]
const bufOptions = `--path= --exclude-path= --error-format= --timeout= --log-format= --debug --disable-symlinks
  --exclude-imports --as-file-descriptor-set`

const buf: ClosedList = {
  source: "buf --help, of Buf 1.50",
  options: "-h --version",
  everywhere: true,
  subcommands: {
    build: { options: bufOptions, dangers: [danger(writes, "-o= --output="), ...bufDangers], operand: fetched },
    lint: { options: bufOptions, dangers: bufDangers, operand: fetched },
    breaking: {
      options: `${bufOptions} --against= --limit-to-input-files --exclude-imports --against-registry`,
      dangers: [danger(settings, "--against-config="), ...bufDangers],
      value: (option, value) => (option === "--against" ? fetched(value) : undefined),
      operand: fetched
    },
    format: {
      options: `${bufOptions} -d --diff --exit-code`,
      dangers: [danger("changes files", "-w --write -o= --output="), ...bufDangers],
      operand: fetched
    },
    generate: {
      options: `${bufOptions} --include-imports --include-wkt --type=`,
      dangers: [danger(writes, "-o= --output= --clean"), ...bufDangers],
      operand: fetched
    },
    "ls-files stats": { options: `${bufOptions} --format= --include-imports`, dangers: bufDangers, operand: fetched },
    dep: { subcommands: { graph: { options: "--format=", operand: fetched }, "update prune": changes } },
    config: {
      subcommands: {
        "ls-lint-rules ls-breaking-rules ls-modules": { options: "--format= --configured-only --version=" },
        "init migrate": changes
      }
    },
    convert: {
      options: "--type= --validate --disable-symlinks",
      dangers: [danger(settings, "--from= --to=")],
      operand: fetched
    },
    "mod push export curl registry beta alpha plugin policy lsp": { asks: "fetches or publishes, or writes files" }
  }
}

/** Tools that generate code from protocol buffers. Sources: the manual of each. */
export const protobuf: ReadonlyArray<Program> = [
  { names: ["protoc"], facts: toolFacts, closed: protoc },
  { names: ["buf"], facts: toolFacts, closed: buf }
]
