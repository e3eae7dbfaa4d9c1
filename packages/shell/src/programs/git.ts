import { danger, type Program } from "./Program.ts"

const output = danger("writes a file", "--output")
const helpers = danger("starts the programs that the repository's configuration names", "--ext-diff", "--textconv")
const remoteProgram = danger(
  "names the program that is started for the other side",
  "--upload-pack",
  "--receive-pack",
  "--exec"
)

/** Sources: git(1), git-config(1), githooks(5), and the page of each subcommand. */
export const git: Program = {
  names: ["git"],
  facts: {
    startsPrograms: {
      reason: "starts hooks, pagers, editors, filters and helpers that its configuration names",
      source: "githooks(5), git-config(1), gitattributes(5)"
    },
    writesFiles: { reason: "changes the repository and its working tree", source: "git(1)" },
    reachesNetwork: { reason: "reaches remote repositories", source: "git-fetch(1), git-push(1), git-clone(1)" },
    folderDecides: { reason: "reads the configuration of the repository that it runs in", source: "git-config(1)" }
  },
  valued: "Cc",
  dangers: [
    danger("sets configuration, which can name programs to start", "-c", "--config-env"),
    danger("decides where git's own programs are taken from", "--exec-path"),
    danger(
      "runs in another folder, whose configuration then counts",
      "-C",
      "--git-dir",
      "--work-tree",
      "--namespace",
      "--bare"
    ),
    danger("starts the pager that the configuration names", "-p", "--paginate")
  ],
  subcommands: [
    {
      names: [
        "diff",
        "log",
        "show",
        "format-patch",
        "diff-tree",
        "diff-index",
        "diff-files",
        "range-diff",
        "stash",
        "reflog",
        "whatchanged"
      ],
      dangers: [output, helpers]
    },
    {
      names: ["blame", "cat-file"],
      dangers: [helpers, danger("starts the filters that the configuration names", "--filters")]
    },
    {
      names: ["grep"],
      dangers: [danger("starts a program on the files that match", "-O", "--open-files-in-pager"), helpers]
    },
    { names: ["ls-remote", "fetch", "pull", "clone", "fetch-pack"], dangers: [remoteProgram] },
    { names: ["ls-remote", "clone"], dangers: [danger("names the program that is started for the other side", "-u")] },
    {
      names: ["push", "send-pack"],
      dangers: [
        remoteProgram,
        danger("overwrites what others have pushed", "-f", "--force", "--mirror", "--delete", "-d")
      ]
    },
    {
      names: ["clone", "init"],
      dangers: [
        danger("copies hooks, which later commands start", "--template"),
        danger("sets configuration, which can name programs to start", "-c", "--config")
      ]
    },
    {
      names: ["archive"],
      dangers: [
        danger("writes a file", "-o", "--output"),
        danger("starts a program on another machine", "--remote", "--exec")
      ]
    },
    {
      names: ["rebase"],
      dangers: [danger("starts a program for each commit", "-x", "--exec", "-i", "--interactive")]
    },
    {
      names: ["difftool", "mergetool"],
      dangers: [danger("starts the program that it is given", "-x", "--extcmd", "-t", "--tool")]
    },
    { names: ["submodule"], dangers: [danger("starts a program in each submodule", "foreach")] },
    { names: ["bisect"], dangers: [danger("starts a program for each step", "run")] },
    { names: ["hook"], dangers: [danger("starts a hook", "run")] },
    { names: ["filter-branch"], dangers: [danger("starts a program for each commit", "*")] },
    { names: ["config"], dangers: [danger("changes configuration, which can name programs to start", "*")] },
    { names: ["apply"], dangers: [danger("writes outside the working tree", "--unsafe-paths")] },
    { names: ["bundle"], dangers: [danger("writes a file", "create")] },
    {
      names: ["branch", "tag"],
      dangers: [danger("deletes or overwrites", "-d", "-D", "--delete", "-f", "--force", "-m", "-M")]
    },
    {
      names: ["worktree"],
      dangers: [danger("writes or deletes a folder", "add", "move", "remove", "prune", "repair")]
    },
    {
      names: ["remote"],
      dangers: [danger("changes where later commands connect to", "add", "set-url", "rename", "remove", "rm")]
    },
    { names: ["interpret-trailers"], dangers: [danger("changes a file in place", "--in-place")] }
  ],
  inspect: (words) =>
    words
      .filter((word) => /(?:^|=)(?:ext|fd)::/.test(word))
      .map((word) => ({ word, reason: "is a remote that git reaches by starting a program" })),
  synonyms: [
    ["-f", "--force"],
    ["-d", "--delete"],
    ["-a", "--all"],
    ["-n", "--dry-run"],
    ["-p", "--paginate"],
    ["-m", "--message"],
    ["-O", "--open-files-in-pager"],
    ["-x", "--exec"],
    ["-o", "--output"],
    ["-u", "--set-upstream"],
    ["-i", "--interactive"],
    ["-q", "--quiet"],
    ["-v", "--verbose"]
  ]
}
