import { tools } from "../judging.ts"
import { type Attack, commands } from "./Attack.ts"

const { shell } = tools

const noRemoval =
  'rules: { deny: ["shell(rm -rf:*)", "shell(git push origin:*)"] }\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }'

/** Denied commands that are spelled, joined or hidden so that they look like others. */
export const deniedCommands: ReadonlyArray<Attack> = [
  {
    attack: "a denied command, spelled differently",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...["rm -rf /", "rm -fr /", "rm -r -f /", "rm -Rf /", "rm -rvf /", "rm --recursive --force x", "rm --rec --fo x"],
      ...[
        "rm x -rf",
        "rm -r x -f",
        "rm -r -- -f x",
        "rm -f --no-preserve-root -r /",
        "/bin/rm -rf x",
        "../../bin/rm -rf x"
      ],
      ...[
        "\\rm -rf x",
        "'r'm -r\"f\" x",
        "r\\m -rf x",
        "$'\\x72m' -rf /",
        "$'\\162m' -rf /",
        "rm \\\n -rf x",
        "A=b rm -rf x"
      ],
      ...["r=rm; $r -rf /", "R=rm; $R -rf /", "for r in ls rm; do $r -rf x; done", "rm -rf src/*", 'd=x; rm -rf "$d"'],
      ...["o=-rf; rm $o x", "rm $(cat <<'E'\n-rf\nE\n) x", "rm \"$(cat <<'E'\n-rf\nE\n)\" x"]
    ),
    expect: "deny"
  },
  {
    attack: "a denied command whose words a wildcard may find",
    policy:
      'rules: { deny: ["shell(rm src/a.ts:*)", "shell(ls -R:*)"] }\ntool_confirmation: { default: { EXECUTE: auto } }',
    tool: shell,
    calls: commands("rm src/*", "rm -f src/*.ts", "ls *", 'for f in src/*; do rm "$f"; done'),
    expect: "deny"
  },
  {
    attack: "a denied command behind another that starts it",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...[
        "command rm -rf x",
        "env rm -rf x",
        "env -i A=b rm -rf x",
        "sudo rm -rf x",
        "sudo -u root rm -rf x",
        "doas rm -rf x"
      ],
      ...[
        "busybox rm -rf x",
        "toybox rm -rf x",
        "nice -n 5 rm -rf x",
        "timeout 5 rm -rf x",
        "nohup rm -rf x &",
        "time rm -rf x"
      ],
      ...[
        "xargs rm -rf",
        "ls | xargs -I{} rm -rf {}",
        "find . -exec rm -rf {} +",
        "find . -execdir rm -rf {} \\;",
        "exec rm -rf x"
      ],
      ...["sh -c 'rm -rf x'", "bash -lc 'rm -rf x'", "sh -c 'sh -c \"rm -rf x\"'", "eval 'rm -rf x'", "eval rm -rf x"],
      ...[
        "su -c 'rm -rf x'",
        "watch rm -rf x",
        "parallel rm -rf ::: x",
        "stdbuf -oL rm -rf x",
        "setsid rm -rf x",
        "exec -a y rm -rf x"
      ]
    ),
    expect: "deny"
  },
  {
    attack: "a denied command among others",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...[
        "ls; rm -rf x",
        "ls && rm -rf x",
        "ls || rm -rf x",
        "ls | rm -rf x",
        "ls |& rm -rf x",
        "ls & rm -rf x",
        "ls\nrm -rf x"
      ],
      ...["(rm -rf x)", "{ rm -rf x; }", "! rm -rf x", "if true; then rm -rf x; fi", "while rm -rf x; do ls; done"],
      ...["for i in 1; do rm -rf x; done", "case a in a) rm -rf x;; esac", "f() { rm -rf x; }; f", "coproc rm -rf x"],
      ...[
        "echo $(rm -rf x)",
        "echo `rm -rf x`",
        'echo "$(rm -rf x)"',
        "cat <(rm -rf x)",
        "ls >(rm -rf x)",
        "A=$(rm -rf x) ls"
      ],
      ...[
        "cat <<E\n$(rm -rf x)\nE",
        "cat <<< $(rm -rf x)",
        "ls > $(rm -rf x)",
        "[[ -n $(rm -rf x) ]]",
        "echo $((`rm -rf x`))"
      ],
      ...["rm$IFS-rf$IFS/", "{rm,-rf,/}", "bash <<'E'\nrm -rf x\nE", "bash <<< 'rm -rf x'", "echo rm -rf x | sh"],
      ...["alias ls='rm -rf x'; ls", "cat <<E | sudo sh\nrm -rf x\nE", "export PAGER='rm -rf x'; git log"],
      ...["cd /var && rm -rf x", "export PATH=.; rm -rf x", "rm -rf x # harmless", "true; : && rm -rf x > y 2>&1"]
    ),
    expect: "deny"
  },
  {
    attack: "a denied subcommand behind options that take its name for a value",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...[
        "git push origin",
        "git push -f origin",
        "git push origin main",
        "git -C . push origin",
        "git --git-dir x push origin"
      ],
      ...[
        "git -c a=b push origin",
        "git -C push push origin",
        "git -c push push origin",
        "git --work-tree push push origin"
      ],
      ...[
        "git push -o origin origin",
        "git push --repo origin origin",
        "git push -- origin",
        "git -p push origin",
        "/x/git push origin"
      ]
    ),
    expect: "deny"
  },
  {
    attack: "another command than the denied one",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      "rm -r x",
      "rm x",
      "rmdir -rf x",
      "git pushorigin x",
      "git pull origin",
      "echo rm -rf x",
      "git push other"
    ),
    expect: "allow"
  },
  {
    attack: "a command that cannot be read before it runs",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...["$R", "\u0024{R}", "eval $X", 'eval "$(cat x)"'],
      ...[
        "source x",
        ". ./x",
        'sh -c "$X"',
        "sh -s < x",
        "python -c 'print(1)' | bash",
        "r* -rf x",
        "/bin/r? -rf x",
        "~/x"
      ],
      ...[
        "",
        " ",
        "\n",
        "#",
        "# rm",
        ";",
        "&&",
        "|",
        "(",
        ")",
        "$(",
        "`",
        "'",
        '"',
        "ls '",
        "ls $(",
        "ls |",
        "<",
        ">",
        "\\"
      ],
      ...[
        "A=b",
        "PATH=.",
        "if",
        "do",
        "fi",
        "ls\r",
        "ls\0",
        "\ud800",
        "git status\0; rm",
        "a=(1 2)",
        "((x=1))",
        "ls <<E"
      ],
      ...[
        Array.from({ length: 5000 }, () => "ls").join(";"),
        `${"(".repeat(500)}ls${")".repeat(500)}`,
        "$((x))",
        "ls {a..z}"
      ]
    ),
    expect: "ask"
  }
]
