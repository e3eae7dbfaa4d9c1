import type { CheckCommand, Finding } from "./Finding.ts"
import type { Folder } from "./Folder.ts"

/** Returns projects whose build tool can run the tests. */
export const detectCompiled = (folder: Folder): ReadonlyArray<Finding> =>
  projects.flatMap(({ name, files, extension, commands, asked }) => {
    const file = folder.first(...files)
    return file === undefined
      ? []
      : [{ what: `${name} (${file})`, extension, commands: commands(folder), asked: asked ?? [] }]
  })

interface Project {
  readonly name: string
  readonly files: ReadonlyArray<string>
  readonly extension: string
  readonly commands: (folder: Folder) => ReadonlyArray<CheckCommand>
  readonly asked?: ReadonlyArray<CheckCommand>
}

const tests = (...commands: ReadonlyArray<string>): ReadonlyArray<CheckCommand> =>
  commands.map((command) => ({ command, why: "builds and tests the project" }))

const strangers = "downloads third-party code, which runs during the build"

const projects: ReadonlyArray<Project> = [
  {
    name: "Go",
    files: ["go.mod", "go.work"],
    extension: ".go",
    commands: () => tests("go test ./...", "go vet ./..."),
    asked: [{ command: "go get", why: "downloads third-party code into the build" }]
  },
  {
    name: "Rust",
    files: ["Cargo.toml"],
    extension: ".rs",
    commands: () => tests("cargo test", "cargo check"),
    asked: [
      { command: "cargo add", why: strangers },
      { command: "cargo publish", why: "cannot be undone" }
    ]
  },
  {
    name: "Java with Maven",
    files: ["pom.xml"],
    extension: ".java",
    commands: ({ files }) => tests(files.has("mvnw") ? "./mvnw test" : "mvn test"),
    asked: [{ command: "mvn deploy", why: "cannot be undone" }]
  },
  {
    name: "Gradle",
    files: ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
    extension: ".java",
    commands: ({ files }) => tests(files.has("gradlew") ? "./gradlew test" : "gradle test")
  },
  {
    name: ".NET",
    files: ["global.json", "Directory.Build.props"],
    extension: ".cs",
    commands: () => tests("dotnet test")
  },
  { name: "Elixir", files: ["mix.exs"], extension: ".ex", commands: () => tests("mix test") },
  { name: "Deno", files: ["deno.json", "deno.jsonc"], extension: ".ts", commands: () => tests("deno test") },
  {
    name: "make",
    files: ["Makefile", "makefile", "GNUmakefile"],
    extension: ".c",
    commands: (folder) => {
      const name = folder.first("GNUmakefile", "makefile", "Makefile") ?? ""
      return /^test[ \t]*:(?!=)/m.test(folder.text(name))
        ? [{ command: "make test", why: `the target "test" of the ${name}` }]
        : []
    }
  }
]
