import { commitAll, createRepository } from "./repository.ts"

/** The files of a workspace, by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>

/** A way for a repository to run a program. The program creates the file "ran". */
export interface Way {
  readonly name: string
  /** Lines to add to `.git/config`. */
  readonly config?: string
  readonly files?: Files
  readonly from?: Files
  /** The Git command that runs the program. Absent if only other Git versions run it. */
  readonly plain?: ReadonlyArray<string>
}

/** A repository with staged and unstaged changes. */
export const changed = createRepository(
  { "a.txt": "a\n" },
  ...commitAll("First"),
  { "a.txt": "b\n" },
  ["add", "a.txt"],
  {
    "a.txt": "c\n"
  }
)

const signed = createRepository({ "a.txt": "a\n" }, ...commitAll("First"), [
  "-c",
  `alias.sign=!printf 'tree %s\\nauthor A <a@b> 1 +0000\\ncommitter A <a@b> 1 +0000\\ngpgsig -----BEGIN PGP SIGNATURE-----\\n x\\n -----END PGP SIGNATURE-----\\n\\nSigned\\n' $(git write-tree) >a.txt; git update-ref HEAD $(git hash-object -t commit -w a.txt)`,
  "sign"
])

/** A partial clone without a file's object, which Git would fetch. */
const partial = Object.fromEntries(
  Object.entries(
    createRepository({ "a.txt": "a\n" }, ...commitAll("First"), { "a.txt": "c\n" }, [
      "-c",
      "alias.lose=!o=$(git rev-parse HEAD:a.txt); rm -f .git/objects/$(echo $o | cut -c1-2)/$(echo $o | cut -c3-)",
      "lose"
    ])
  )
)

const nested = {
  ...changed,
  ...Object.fromEntries(
    Object.entries(createRepository({ "b.txt": "b\n" }, ...commitAll("Inner"))).map(([path, text]) => [
      `sub/${path}`,
      text
    ])
  )
}
const withModule = createRepository(
  [
    "-c",
    "alias.sub=!git init -q sub && cd sub && echo b >b.txt && git add b.txt && git -c user.name=A -c user.email=a@b commit -q -m Inner",
    "sub"
  ],
  ["add", "sub"],
  ["commit", "--quiet", "--message=First"],
  { "sub/b.txt": "c\n", "sub/.gitattributes": "* filter=evil\n" }
)

/** Returns a submodule with settings that name programs, and a superproject with this text in `.gitmodules`. */
const ofModule = (gitmodules: string) => ({
  from: withModule,
  files: {
    "sub/.git/config": `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "touch ran; false"\n[filter "evil"]\n\tclean = touch ran; cat\n`,
    ...(gitmodules === "" ? {} : { ".gitmodules": gitmodules })
  },
  plain: ["status"]
})

const runs = "touch ran"
/** The settings of a filter. */
export const evil = `[filter "evil"]\n\tclean = ${runs}; cat\n`
export const attributes = { ".gitattributes": "*.txt filter=evil diff=evil merge=evil\n" }
const promisor = `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n`
/** A program that creates the file. */
export const script = `#!/bin/sh\n${runs}\n`

/** All known ways. */
export const ways: ReadonlyArray<Way> = [
  { name: "a monitor of files", config: `[core]\n\tfsmonitor = "${runs}; false"\n`, plain: ["status"] },
  {
    name: "hooks",
    files: {
      ".git/hooks/pre-commit": script,
      ".git/hooks/post-index-change": script,
      ".git/hooks/reference-transaction": script
    },
    plain: ["commit", "-m", "x"]
  },
  {
    name: "a folder of hooks",
    config: "[core]\n\thooksPath = hooks\n",
    files: { "hooks/post-commit": script },
    plain: ["commit", "-m", "x"]
  },
  { name: "hooks in the settings", config: `[hook "evil"]\n\tevent = pre-commit\n\tcommand = ${runs}\n` },
  { name: "a filter", config: evil, files: attributes, plain: ["add", "a.txt"] },
  {
    name: "a filter that is required, of a name with signs",
    config: `[filter "e=v*il "]\n\tclean = ${runs}; cat\n\trequired\n`,
    files: { ".git/info/attributes": '*.txt "filter=e=v*il "\n' }
  },
  {
    name: "a filter that is a process",
    config: `[filter "evil"]\n\tprocess = ${runs}; false\n`,
    files: attributes,
    plain: ["add", "a.txt"]
  },
  {
    name: "a filter in a file that is included",
    config: "[include]\n\tpath = ../more\n",
    files: { ...attributes, more: evil },
    plain: ["add", "a.txt"]
  },
  {
    name: "a filter in a file that is included under a condition",
    config: '[includeIf "onbranch:main"]\n\tpath = ../more\n',
    files: { ...attributes, more: evil },
    plain: ["add", "a.txt"]
  },
  {
    name: "a filter in the settings of a worktree",
    config: "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n",
    files: { ...attributes, ".git/config.worktree": evil },
    plain: ["add", "a.txt"]
  },
  {
    name: "a program that signs",
    config: `[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = ./sign\n`,
    files: { sign: script },
    plain: ["commit", "-m", "x"]
  },
  {
    name: "a program that checks signatures",
    from: signed,
    config: `[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ./sign\n`,
    files: { sign: script },
    plain: ["log"]
  },
  {
    name: "an editor and a template",
    config: `[core]\n\teditor = ${runs};:\n[commit]\n\ttemplate = a.txt\n\tverbose = true\n[sequence]\n\teditor = ${runs}\n`,
    plain: ["commit"]
  },
  {
    name: "aliases",
    config: `[alias]\n\tstatus = !${runs}\n\tcommit = !${runs}\n\tls-files = !${runs}\n\tmine = !${runs}\n`,
    plain: ["mine"]
  },
  { name: "a pager", config: `[core]\n\tpager = ${runs}\n[pager]\n\tlog = ${runs}\n` },
  {
    name: "a program that shows differences",
    config: `[diff]\n\texternal = ./show\n[diff "evil"]\n\tcommand = ./show\n\ttextconv = ./show\n`,
    files: { ...attributes, show: script },
    plain: ["diff"]
  },
  {
    name: "a program that shows texts",
    config: `[diff "evil"]\n\ttextconv = ./show\n`,
    files: { ...attributes, show: script },
    plain: ["diff"]
  },
  {
    name: "a server of lacking objects",
    from: partial,
    config: `${promisor}\turl = ./x\n\tuploadpack = ${runs}; false\n`,
    plain: ["diff"]
  },
  {
    name: "a way to a server",
    from: partial,
    config: `${promisor}\turl = ssh://a/b\n[core]\n\tsshCommand = ${runs}; false\n[protocol]\n\tallow = always\n`,
    plain: ["diff"]
  },
  {
    name: "a transport of its own",
    from: partial,
    config: `${promisor}\turl = "ext::./serve"\n[protocol "ext"]\n\tallow = always\n`,
    files: { serve: script },
    plain: ["diff"]
  },
  { name: "the settings of a submodule", ...ofModule("") },
  {
    name: "the settings of a submodule that wants to be looked into",
    ...ofModule('[submodule "s"]\n\tpath = sub\n\turl = ./sub\n\tignore = none\n'),
    config: '[submodule "s"]\n\tignore = none\n'
  },
  {
    name: "the settings of a repository within",
    from: nested,
    files: {
      "sub/.git/config": `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "${runs}; false"\n${evil}`,
      "sub/.gitattributes": "* filter=evil\n"
    }
  },
  {
    name: "a driver of merges, and recorded conflicts",
    config: `[merge "evil"]\n\tdriver = ${runs}\n[rerere]\n\tenabled = true\n\tautoUpdate = true\n`,
    files: { ...attributes, ".git/rr-cache/.keep": "" }
  },
  {
    name: "a program for trailers",
    config: `[trailer "x"]\n\tcmd = ${runs}\n\tcommand = ${runs}\n`,
    plain: ["commit", "-m", "x", "--trailer", "x=y"]
  }
]
