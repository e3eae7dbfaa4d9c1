declare const resolved: unique symbol

/** An absolute path with links resolved, in its file system's spelling. Only the `Resources` port creates it. */
export type ResolvedPath = string & { readonly [resolved]: true }

/** The use of a file: read, write or both. Each letter is a required right. */
export type FileMode = "r" | "w" | "rw"

/** Declares the resources that a tool's calls use. The gate never guesses them from argument names. */
export type ResourceDeclaration = ArgumentDeclaration | WordsDeclaration | HostDeclaration

/** Declares that an argument names a resource. */
export type ArgumentDeclaration = FileDeclaration | UrlDeclaration | CommandDeclaration

/** Declares that an argument is the path of a file or folder. */
export interface FileDeclaration {
  /** The argument is a path. */
  readonly kind: "file"
  /**
   * The JSON pointer to the argument (RFC 6901). The step `*` stands for each item of a list, as in `/paths/*`. An empty
   * list is refused like an absent argument.
   */
  readonly arg: string
  /** The use of the file: `r` reads, `w` writes, `rw` does both. The call gets no more access. */
  readonly mode: FileMode
  /** The root of the path. A path that leads out of "workspace" is refused before any policy is asked. */
  readonly within: "workspace" | "host"
  /** The default path. Without it, an absent argument is refused unless `absent` is set: it never means "nothing to check". */
  readonly fallback?: string
  /**
   * Promises that a call without the argument uses no file, for example if a tool takes either a text or a path. The call
   * then gets no file access for it. Not together with `fallback`.
   */
  readonly absent?: "nothing"
  /**
   * `tree`: the path is a folder, and the call uses everything beneath it that no rule forbids. Absent: the call uses only
   * the path itself.
   */
  readonly scope?: "tree"
  /** The program that works in the folder and so in its repository, which may lie outside the workspace. Only for a tree. */
  readonly program?: "git"
}

/** Declares that an argument is an `http` or `https` URL, or a list of URLs (`/urls/*`). The tool connects to the URL's host. */
export interface UrlDeclaration {
  /** The argument is a URL. */
  readonly kind: "url"
  /** The JSON pointer to the argument, as for a file. */
  readonly arg: string
  /** The default URL. Without it, an absent argument is refused. */
  readonly fallback?: string
}

/**
 * Declares that an argument is a command. `shell`: text for `sh`, which the gate parses. `argv`: a list of strings that is
 * started directly, the program first.
 */
export interface CommandDeclaration {
  /** `shell`: the argument is text for `sh`. `argv`: it is a list of words, which no shell reads. */
  readonly kind: "shell" | "argv"
  /** The JSON pointer to the argument. */
  readonly arg: string
}

/**
 * Declares the command that every call runs. The words may contain placeholders `{name}` for top-level arguments, filled
 * by `fillCommand`. The first word is the program. If it begins with "./", it is one of the tool's own files.
 */
export interface WordsDeclaration {
  /** Every call runs one command. */
  readonly kind: "command"
  /** The program and its words, with placeholders such as `{path}`. */
  readonly argv: ReadonlyArray<string>
  /**
   * `r`: promises that the program only reads in the workspace. The grant is then read-only, so that a confined program
   * cannot write there. Absent: workspace access follows the tool's side effects.
   */
  readonly workspace?: "r"
}

/** Declares a host that every call connects to. */
export interface HostDeclaration {
  /** Every call connects to one host. */
  readonly kind: "host"
  /** The host in the URL standard's form, as in `HostResource`. */
  readonly host: string
  /** The port, such as 443. */
  readonly port: number
}

/** A resource that a call uses. */
export type Resource = FileResource | HostResource | CommandResource | OpaqueResource | UnreadResource

/** A file or folder and what the call does with it. */
export interface FileResource {
  readonly kind: "file"
  readonly path: ResolvedPath
  readonly mode: FileMode
  /** `tree`: including everything beneath the path. */
  readonly scope?: "tree"
  /** Folders outside the tree that programs need to work in it. Absent: none. */
  readonly beside?: ReadonlyArray<NeededFolder>
}

/** A host that a call connects to. */
export interface HostResource {
  readonly kind: "host"
  /** The host in the URL standard's form: lower case and punycode, without a trailing dot, addresses in their shortest form. */
  readonly host: string
  readonly port: number
}

/** A simple command. A compound command becomes one resource for each part. */
export interface CommandResource {
  readonly kind: "command"
  readonly argv: ReadonlyArray<string>
  /** The words of `argv` that stand for other words, such as globs. They are neither options nor programs. */
  readonly loose?: ReadonlyArray<LooseWord>
  /** The names of variables set for this command only. A name includes its value if the value makes the variable harmless. */
  readonly assigned: ReadonlyArray<string>
  /**
   * Whether the program only starts another program, which is a separate resource (`time`, `nice`), or only controls the
   * next one (`cd`, `test`, `exit`).
   */
  readonly wrapper: boolean
  /** Whether the command is known to run in the workspace or beneath it. */
  readonly inWorkspace: boolean
  /** The paths of all words, read as file names and resolved from the command's working folder. */
  readonly paths: ReadonlyArray<ResolvedPath>
  /** Words that lead outside the workspace, except for what a program only prints to. */
  readonly outside?: ReadonlyArray<OutsideWord>
  /** Absolute patterns of further paths that loose words may name. */
  readonly globs?: ReadonlyArray<string>
  /** Folders outside the workspace that programs need to work in it. Absent: none. */
  readonly beside?: ReadonlyArray<NeededFolder>
  /** The hosts of all URLs in the words, of any scheme. The port is 0 if the scheme has no known port. */
  readonly hosts: ReadonlyArray<Pick<HostResource, "host" | "port">>
}

/** A word of a command that leads outside the workspace when read as a file name. A word may lead to several paths. */
export interface OutsideWord {
  /** The index of the word in `argv`. */
  readonly at: number
  readonly path: ResolvedPath
  /** The absolute path as spelled by the word, if links lead from there to `path`. */
  readonly written?: string
  /**
   * Whether the word starts at the root with an unusual name, so that it is probably not a path, as in `sed /^a/p`.
   * Depends only on the name, not on the files of this machine.
   */
  readonly unusual?: true
}

/**
 * A folder outside the workspace that programs need in order to work in it: the repository of a linked worktree or
 * submodule, or installed packages. The evidence for it lies outside the workspace, where no call can have created it.
 */
export interface NeededFolder {
  readonly path: ResolvedPath
  /** The program that writes there. Absent: read-only. */
  readonly writer?: "git"
  /** The part of a repository that belongs to this workspace only. */
  readonly own?: ResolvedPath
  /** Entries that belong to other work trees of a bare repository. They are hidden. */
  readonly foreign?: ReadonlyArray<string>
}

/**
 * A word of a command that is not fully known, by its index in `argv`: digits, one or more file names, or any text that
 * the program only prints or compares.
 */
export interface LooseWord {
  readonly at: number
  readonly of: "number" | "file" | "text"
  /** The pattern of possible paths. Absent if the word may be any text. */
  readonly pattern?: string
}

/** A resource that is known only when the call runs. No pattern allows it. */
export interface OpaqueResource {
  readonly kind: "opaque"
  /** The reason for people, in a sentence. It may quote the argument. */
  readonly reason: string
}

/**
 * The part of an argument that was not analysed because of the limit on analysis. Only a person can allow it; no rule or
 * mode does. The limit counts steps, not time, so that every process stops at the same point.
 */
export interface UnreadResource {
  readonly kind: "unread"
  /** The exceeded limit with its number, in a sentence for people. It never quotes the argument. */
  readonly reason: string
}
