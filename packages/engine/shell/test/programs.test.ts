import { findKnownPrograms } from "@toolgate/program-facts"
import { inheritedNames } from "@toolgate/testing/hostile"
import { describe, expect, it } from "vitest"
import { findDangerousWords, getOptionSynonyms, getProgramFacts, isHarmlessVariable } from "../src/index.ts"

const words = (argv: string) => [...new Set(findDangerousWords(argv.split(" ")).map(({ word }) => word))]

it.each(["gdb", "mix", "sudo", "watch", "xargs", "nosuch", "jshell"])(
  "%s may print its help and its version",
  (program) => {
    expect([words(`${program} --help`), words(`${program} --version`)]).toEqual([[], []])
    expect(words("xargs --version x")).not.toEqual([])
  }
)

describe("findDangerousWords", () => {
  it.each([
    ["nosuch lint --plugins=./hook.js a.js", ["--plugins=./hook.js"]],
    ["nosuch -e ./hook.rb src", ["./hook.rb"]],
    ["nosuch -o./run.sh a", ["-o./run.sh"]],
    ["nosuch lint ./src/a.js", []],
    ["node <(x)", ["<(x)"]],
    ["diff <(x) <(y)", []],
    ["npm exec y", ["exec"]],
    ["npm --loglevel run install y", ["install"]],
    ["npm run test --prefix ../y", ["../y"]],
    ["npx -c x", ["-c"]],
    ["npx sort -o f", ["sort", "f"]],
    ["npm isntall y", ["isntall"]],
    ["npm instal y", ["instal"]],
    ["npm runn y", ["runn"]],
    ["npm test --pref y", ["--pref"]],
    ["npm --scope --prefix y test", ["--prefix", "y"]],
    ["npm -wC y test", ["-wC", "y"]],
    ["npm exec -- sort -o f", ["exec", "sort", "f"]],
    ["pnpm frob", ["frob"]],
    ["pnpm curl x", ["curl"]],
    ["pnpm -C ../x test", ["../x"]],
    ["pnpm --dir ../x test", ["../x"]],
    ["pnpm test --dir ../x", ["../x"]],
    ["pnpm test -C/x", ["-C/x"]],
    ["pnpm test --dir=x -C y", []],
    ["pnpm run --config.x=y build", ["--config.x=y"]],
    ["yarn --cwd ../x test", ["../x"]],
    ["corepack pnpm add y", ["add"]],
    ["yarn workspace y add z", ["add"]],
    ["git -c core.pager=x log", ["-c"]],
    ["git --config-env=core.pager=X log", ["--config-env=core.pager=X"]],
    ["git -C ../x status", ["../x"]],
    ["git --exec-path=x status", ["--exec-path=x"]],
    ["git log --output=f", ["--output=f"]],
    ["git --no-pager diff --outp f", ["f"]],
    ["git diff --ext-diff", ["--ext-diff"]],
    ["git grep -Oless x", ["-Oless"]],
    ["git fetch --upload-pack=x h", ["--upload-pack=x"]],
    ["git ls-remote -u x", ["-u"]],
    ["git push --receive-pack x", ["push", "--receive-pack"]],
    ["git clone ext::sh", ["ext::sh"]],
    ["git rebase -x rm", ["-x"]],
    ["git submodule foreach rm", ["foreach", "rm"]],
    ["git difftool -x rm", ["difftool", "-x"]],
    ["git bisect view rm", ["view", "rm"]],
    ["git bisect run rm", ["run", "rm"]],
    ["find . -exec rm {} ;", ["-exec"]],
    ["find . -execdir rm {} ;", ["-execdir"]],
    ["find . -delete", ["-delete"]],
    ["find . -fprintf f x", ["-fprintf"]],
    ["find . -fls f", ["-fls"]],
    ["sed -i s/a/b/ f", ["-i"]],
    ["sed -ni.bak s/a/b/ f", ["-ni.bak"]],
    ["sed --in-pl s/a/b/ f", ["--in-pl"]],
    ["sed -f x", ["-f"]],
    ["sed s/a/b/w f", ["s/a/b/w"]],
    ["sed -ne 1e f", ["1e"]],
    ["sed -e1e f", ["-e1e"]],
    ["sed --expression=1e f", ["--expression=1e"]],
    ["sed -n -- 1e f", ["1e"]],
    ["awk system(1)", ["system(1)"]],
    ["awk {print>1}", ["{print>1}"]],
    ["awk -f x", ["-f"]],
    ["gawk -i inplace x", ["-i"]],
    ["sort -o f x", ["f"]],
    ["sort -uof x", ["-uof"]],
    ["sort --outp=f x", ["--outp=f"]],
    ["sort --compress-program=x", ["--compress-program=x"]],
    ["/usr/bin/sort -T x", ["-T"]],
    ["uniq a b", ["b"]],
    ["uniq -- a b", ["b"]],
    ["uniq -f 1 a b", ["b"]],
    ["xxd a b", ["b"]],
    ["tee -a f", ["f"]],
    ["tar -xf a --to-command=x", ["--to-command=x"]],
    ["tar -cf a --checkpoint-action=exec=x", ["--checkpoint-action=exec=x"]],
    ["tar xIf x a", ["xIf"]],
    ["tar -I x -cf a", ["-I"]],
    ["tar -C ../x -xf a", ["../x"]],
    ["rsync -e x a b", ["-e"]],
    ["rsync -ae x a b", ["-ae"]],
    ["rsync --rsync-path=x a b", ["--rsync-path=x"]],
    ["rg --pre x y", ["--pre"]],
    ["fd -x rm", ["-x"]],
    ["man -P x y", ["x"]],
    ["less +!rm x", ["+!rm"]],
    ["ssh -oProxyCommand=x h", ["-oProxyCommand=x"]],
    ["ssh -F x h", ["-F"]],
    ["curl -so f h", ["f"]],
    ["curl -d @f h", ["-d"]],
    ["curl -K f", ["-K"]],
    ["curl --upload-f x h", ["--upload-f"]],
    ["wget -O f h", ["f"]],
    ["python3 -c x", ["-c"]],
    ["python3.12 -Ic x", ["-Ic"]],
    ["node --eval=x", ["--eval=x"]],
    ["perl -ne x", ["-ne"]],
    ["bash -lc x", ["-lc"]],
    ["env -S x", ["-S"]],
    ["env LD_PRELOAD=x a", ["LD_PRELOAD=x"]],
    ["make CC=x", ["CC=x"]],
    ["make -f x", ["x"]],
    ["date -s x", ["-s"]],
    ["date 01010101", ["01010101"]],
    ["dd if=a of=b", ["of=b"]],
    ["hostname x", ["x"]],
    ["tree -o f", ["f"]],
    ["jq -f x", ["-f"]],
    ["file -C -m x", ["-C", "-m"]],
    ["zip -T a b", ["-T"]],
    ["gcc -ofile a.c", ["-ofile"]],
    ["gcc @f", ["@f"]],
    ["gcc -fplugin=x a.c", ["-fplugin=x"]],
    ["go test -exec x", ["test", "-exec"]],
    ["kubectl exec x", ["exec"]],
    ["kubectl foo x", ["foo"]],
    ["kubectl get pods --kubeconfig=x", ["--kubeconfig=x"]],
    ["kubectl get --raw /x", ["--raw"]],
    ["kubectl get -f https://x/y", ["https://x/y"]],
    ["kubectl config view --raw", ["--raw"]],
    ["docker foo", ["foo"]],
    ["docker -H tcp://x ps", ["-H"]],
    ["docker compose -f x up", ["x", "up"]],
    ["docker run -v /:/x y", ["run", "-v"]],
    ["docker run -itv /:/x y", ["run", "-itv"]],
    ["helm template . --post-renderer ./x", ["--post-renderer"]],
    ["iconv -o f x", ["f"]],
    ["cp -t x a", ["-t"]],
    ["rm -rf x", ["-rf"]]
  ])("reports what %s may do besides its purpose", (argv, expected) => {
    expect(words(argv)).toEqual(expected)
  })

  it.each([
    "npm run test x",
    "npm run test -- -t install",
    "npm test exec",
    "npm -s test install",
    "npm list -g --depth=0",
    "npx eslint . --fix-dry-run",
    "pnpm -r --filter web test -- --run",
    "pnpm lint --fix",
    "yarn workspace web test --watch",
    "kubectl -n web get pods -o wide",
    "kubectl logs -f deploy/web --tail=100",
    "docker ps -a --format {{.Names}}",
    "docker compose logs -f --tail 50 web",
    "helm list -A",
    "pnpm run exec",
    "yarn start add",
    "git status",
    "git log --oneline -n 5",
    "git commit -c HEAD",
    "git log -- --output=f",
    "find . -name x -type f",
    "sed -n 1,5p f",
    "sed s/a/b/g f",
    "sed -e 1d -e s/a/b/ f",
    "sort -k2 -t, f",
    "sort -to f",
    "sort -- -o",
    "uniq -c a",
    "ls -la",
    "awk {print} f",
    "tar -tf a",
    "grep -rn x .",
    "date +%s",
    "python3 x.py",
    "jq . f",
    "unknown -o f"
  ])("reports nothing of %s", (argv) => {
    expect(words(argv)).toEqual([])
  })

  it("reports each word and reason once", () => {
    expect(findDangerousWords(["rm", "-rf", "-rf", "x"])).toEqual([
      { word: "-rf", reason: "deletes folders with all that is in them", name: "-r" },
      { word: "-rf", reason: "does not ask", name: "-f" }
    ])
  })

  it.each([...inheritedNames, "", "/", "-"])("knows nothing of a program named %j", (name) => {
    expect({
      dangers: findDangerousWords([name, "-c"]),
      facts: getProgramFacts(name),
      synonyms: getOptionSynonyms(name)
    }).toEqual({
      dangers: [],
      facts: undefined,
      synonyms: []
    })
  })

  it("reports nothing without words", () => {
    expect(findDangerousWords([])).toEqual([])
  })
})

describe("a program without a file", () => {
  it.each([
    ["unknown push", ["push"]],
    ["unknown db drop", ["drop"]],
    ["unknown image rm", ["rm"]],
    ["unknown --env=x deploy", ["deploy"]],
    ["unknown --delete --topic x", ["--delete"]],
    ["unknown --push +x", ["--push"]],
    ["unknown -e unlink(x)", ["unlink(x)"]],
    ["unknown -c !rm", ["!rm"]],
    ["unknown -eunlink(x)", ["-eunlink(x)"]],
    ["unknown cp a gs://bucket", ["gs://bucket"]],
    ["unknown --force x", ["--force"]],
    ["unknown --force-color x", []],
    ["unknown vm erase all", ["erase"]],
    ["unknown sql instance delete x", ["delete"]],
    ["unknown get password x", ["password"]],
    ["unknown print-access-token", ["print-access-token"]],
    ["unknown show tokenizer", []],
    ["unknown --host db.example.com:80", ["db.example.com:80"]],
    ["unknown -h db.example.com", ["db.example.com"]],
    ["unknown a b terminate x", ["terminate"]],
    ["unknown db downgrade", ["downgrade"]],
    ["unknown --config /tmp/x --js-runtime=/var/tmp/y", ["/tmp/x", "--js-runtime=/var/tmp/y"]],
    ["unknown --out /tmp/x --config x", []],
    ["unknown stop web", ["stop"]],
    ["unknown --verbose stopwatch", []],
    ["unknown run --full-refresh", ["--full-refresh"]],
    ["unknown --server=10.0.0.1", []],
    ["unknown --server server.js --host localhost", []],
    ["unknown -Dx.host.url=http://example.com", ["-Dx.host.url=http://example.com"]],
    ["unknown --require ./x", ["--require"]],
    ["unknown ws://localhost sh-c:id", ["sh-c:id"]],
    ["unknown exec x -- git log", ["git"]],
    ["unknown exec x -- cat a", []],
    ["unknown -- src/a.ts", []],
    ["unknown build test push", []],
    ["unknown install.txt --deleted x", []],
    ["unknown -e x -c y", []],
    ["unknown get http://localhost:80/(a)", []]
  ])("reports of %s the words that publish, delete or run code in many programs", (argv, expected) => {
    expect(words(argv)).toEqual(expected)
  })

  it("reports commands and statements in one word", () => {
    const found = ["rm -rf x", "sudo ls", "bash -lc 'ls'", "drop table x", "DELETE FROM x"]
    expect(findDangerousWords(["unknown", ...found]).map(({ word }) => word)).toEqual(found)
    expect(findDangerousWords(["unknown", "sh the door", "Drop support for x", "select * from x"])).toEqual([])
  })

  it("is covered if the pattern names the word", () => {
    expect(findDangerousWords(["unknown", "push", "x"], 2)).toEqual([])
  })
})

describe("getProgramFacts", () => {
  const named = (program: string) => Object.keys(getProgramFacts(program) ?? {}).toSorted()

  it.each([
    ["ls", []],
    ["ping", ["reachesNetwork"]],
    ["nslookup", ["reachesNetwork"]],
    ["dig", ["reachesNetwork"]],
    ["whois", ["reachesNetwork"]],
    ["traceroute", ["reachesNetwork"]],
    ["npm", ["folderDecides", "reachesNetwork", "startsPrograms", "writesFiles"]],
    ["pip", ["folderDecides", "reachesNetwork", "startsPrograms", "writesFiles"]],
    ["cargo", ["folderDecides", "reachesNetwork", "startsPrograms", "writesFiles"]],
    ["make", ["folderDecides", "reachesNetwork", "startsPrograms", "writesFiles"]],
    ["git", ["folderDecides", "reachesNetwork", "startsPrograms", "writesFiles"]],
    ["direnv", ["folderDecides", "reachesNetwork", "startsPrograms", "writesFiles"]],
    ["/usr/bin/bash", ["reachesNetwork", "startsPrograms", "writesFiles"]],
    ["python3.12", ["folderDecides", "reachesNetwork", "startsPrograms", "writesFiles"]],
    ["env", ["startsPrograms"]],
    ["timeout", ["startsPrograms"]],
    ["strace", ["startsPrograms"]],
    ["xargs", ["startsPrograms"]],
    ["find", ["startsPrograms", "writesFiles"]],
    ["rm", ["writesFiles"]],
    ["unknown", []]
  ])("reports what %s can do", (program, expected) => {
    expect(named(program)).toEqual(expected)
  })

  it("has a source for each fact", () => {
    expect(getProgramFacts("sort")).toEqual({
      startsPrograms: { reason: "starts a program by --compress-program", source: "sort(1)" },
      writesFiles: { reason: "writes a file by -o", source: "sort(1)" }
    })
  })
})

it("knows the options of rm in all spellings", () => {
  expect(getOptionSynonyms("rm")).toContainEqual(["-r", "-R", "--recursive"])
  expect(getOptionSynonyms("/bin/rm")).toContainEqual(["-f", "--force"])
})

it("reports a dangerous option in all its spellings", () => {
  for (const program of ["sort", "sed", "tar", "curl", "rsync", "git", "make", "env", "rm", "fd", "zip"]) {
    for (const { dangers = [], synonyms = [], subcommands = [] } of findKnownPrograms(program)) {
      for (const { options } of [...dangers, ...subcommands.flatMap((each) => each.dangers)]) {
        for (const spellings of synonyms) {
          const known = spellings.filter((spelling) => options.includes(spelling))
          if (known.length > 0 && subcommands.length === 0) expect(known).toEqual(spellings)
        }
      }
    }
  }
})

it.each<[string, ReadonlyArray<number>, ReadonlyArray<string>]>([
  ["rm -v a /etc/b", [3], ["/etc/b"]],
  ["cp /usr/share/a b -v", [1], []],
  ["cp a /etc/b -v", [2], ["/etc/b"]],
  ["cat /etc/b", [1], []],
  ["some-tool --output=/etc/b", [1], ["--output=/etc/b"]],
  ["some-tool --log-file ../b --config /etc/b", [2, 4], ["../b", "/etc/b"]],
  ["some-tool --input /etc/b", [2], []]
])("finds harm in words of %s that lead out of the workspace", (argv, outside, harmful) => {
  const found = (named: number) => findDangerousWords(argv.split(" "), named, [], outside).map(({ word }) => word)
  expect([found(1), found(9)]).toEqual([harmful, []])
})

it.each(["_", "-", "_-", "a_", "o-", "../", "=../", "exec_"])(
  "reads a long option of an unknown program, and a long path, of repeated %s",
  (part) => {
    const word = `--${part.repeat(10_000)}!`
    expect(findDangerousWords(["some-tool", word, word], 1, [], [1, 2])).toEqual([])
  }
)

it.each([
  ["LANG", true],
  ["LC_ALL", true],
  ["TZ", true],
  ["NO_COLOR", true],
  ["TERM", true],
  ["RUST_LOG", true],
  ["LOG_LEVEL=debug", true],
  ["LOGLEVEL=3", true],
  ["APP_LOG_LEVEL=WARN", true],
  ["LOG_LEVEL=./x", false],
  ["LOG_LEVEL", false],
  ["LOG_LEVEL_FILE=debug", false],
  ["DEBUG=app:*,-app:db", true],
  ["DEBUG=./x", false],
  ["DEBUG", false],
  ["VERBOSE", false],
  ["RAILS_ENV", false],
  ["DEBUG=a;b", false],
  ["RAILS_ENV=test", true],
  ["RAILS_ENV=production", false],
  ["TF_LOG", true],
  ["TF_LOG_PATH", false],
  ["TF_CLI_ARGS", false],
  ["RUSTFLAGS", false],
  ["RUSTC_WRAPPER", false],
  ["PYTHONPATH", false],
  ["PYTHONWARNINGS", false],
  ["NODE_OPTIONS=--require ./x", false],
  ["BASH_ENV", false],
  ["EDITOR", false],
  ["PYTEST_ADDOPTS", false],
  ["GOFLAGS", false],
  ["MAKEFLAGS", false],
  ["PATH", false],
  ["LD_PRELOAD", false],
  ["GIT_DIR", false],
  ["PAGER", false],
  ["LC_", false],
  ["__proto__", false]
])("reports whether the variable %s changes what runs", (name, harmless) => {
  expect(isHarmlessVariable(name)).toBe(harmless)
})
