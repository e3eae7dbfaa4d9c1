import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const elsewhere = "works in another folder, whose orders then count"

const writes = "writes a file"
/** Programs that build native code by the orders of a folder. Sources: the manual of each. */
export const nativeBuilds: ReadonlyArray<Program> = [
  {
    names: ["cmake"],
    facts: factsOf("cmake(1)", {
      startsPrograms: "starts compilers and the orders of CMakeLists.txt",
      writesFiles: "writes a build tree",
      folderDecides: "takes orders from CMakeLists.txt of its folder"
    }),
    closed: {
      source: "cmake(1), of CMake 3.25",
      style: "words",
      options: `-S= -B= -G= -A= -T= -N -L -LA -LH -LAH -Wdev -Wno-dev -Werror=dev -Wno-error=dev -Wdeprecated
        -Wno-deprecated --fresh --list-presets=? --log-level=? --log-context --version --help* -j= -j* --parallel=
        --target= -t= --clean-first --config= --verbose -v --component= --strip --build= --workflow --preset=
        --warn-uninitialized --no-warn-unused-cli --check-system-vars --debug-output --debug-find --trace
        --trace-expand --trace-format=? -D= -D*=? -U= -U*`,
      value: (option, value) =>
        ["--build", "-S", "-B"].includes(option) && isOutside(value)
          ? elsewhere
          : option === "-D" &&
              !/^(?:\w+(?::\w+)?=)?(?:on|off|true|false|yes|no|\d+|release|debug|relwithdebinfo|minsizerel)$/i.test(
                value
              )
            ? "sets a variable, which can name a program that is started"
            : undefined,
      dangers: [
        danger("runs a script or a command", "-P= -E=> --find-package"),
        danger(
          "reads orders from another file",
          "-C= --toolchain= --toolchain=? --project-file=? --resolve-package-references=?"
        ),
        danger(
          writes,
          `--graphviz=? --trace-redirect=? --profiling-output=? --install= --install-prefix= --prefix=
            --system-information --debugger* --sarif-output=?`
        ),
        danger("opens a program", "--open=")
      ],
      // The words after `--` are those of the program that builds.
      operand: (word) =>
        /^-|=/.test(word) ? "is passed on to the program that builds" : isOutside(word) ? elsewhere : undefined
    }
  },
  {
    names: ["ctest"],
    facts: factsOf("ctest(1)", {
      startsPrograms: "starts the tests of the project",
      folderDecides: "takes orders from CTestTestfile.cmake of its folder"
    }),
    closed: {
      source: "ctest(1), of CMake 3.25",
      style: "words",
      options: `-j= -j* --parallel= -R= -E= -L= -LE= -I= -N -V -VV -Q -U -C= --build-config= --tests-regex=
        --exclude-regex= --label-regex= --show-only* --verbose --extra-verbose --progress --output-on-failure
        --stop-on-failure --stop-time= --timeout= --repeat= --repeat-until-fail= --rerun-failed --schedule-random
        --no-tests=? --print-labels --quiet --version --test-load= --max-width= -FA= -FS= -FC=`,
      dangers: [
        danger(
          "runs a script, or a dashboard",
          "-S= -SP= -D= -M= -T= --build-and-test --script= --dashboard= --submit-index="
        ),
        danger(elsewhere, "--test-dir= -F --overwrite= --preset= --build-*"),
        danger(writes, "-O= --output-log= --output-junit=")
      ]
    }
  },
  {
    names: ["ninja", "samu"],
    facts: factsOf("ninja(1)", {
      startsPrograms: "starts the orders of build.ninja",
      writesFiles: "writes what it builds",
      folderDecides: "takes orders from build.ninja of its folder"
    }),
    closed: {
      targets: true,
      source: "ninja --help, of Ninja 1.11",
      options: "-nvh -j= -k= -l= -d= -w= --version --verbose --quiet",
      dangers: [
        danger(elsewhere, "-C="),
        danger("reads orders from another file", "-f="),
        danger("runs a tool of its own", "-t=")
      ]
    }
  }
]
