declare const resolved: unique symbol

/** Absolute, links followed, spelled as its file system spells it. Only the `Resources` port makes one. */
export type ResolvedPath = string & { readonly [resolved]: true }

/** What is done with a file: its letters are what is needed of it. `rw` covers both others. */
export type FileMode = "r" | "w" | "rw"

/** Which argument points at what. Declared by the tool, never guessed from the names of its arguments. */
export type ResourceDeclaration = FileDeclaration | UrlDeclaration | CommandDeclaration

export interface FileDeclaration {
  readonly kind: "file"
  /** JSON pointer into the arguments (RFC 6901). */
  readonly arg: string
  readonly mode: FileMode
  /** Holds under every policy: what leads out of the workspace is refused before any policy is asked. */
  readonly within: "workspace" | "host"
  /** What an absent argument means. Without it, an absent argument is a refusal and never "nothing to check". */
  readonly fallback?: string
}

/** An `http` or `https` URL: the tool connects to its host. */
export interface UrlDeclaration {
  readonly kind: "url"
  readonly arg: string
  readonly fallback?: string
}

/** `shell`: a text for `sh`, read by a grammar. `argv`: a list of strings, the program first, started as it stands. */
export interface CommandDeclaration {
  readonly kind: "shell" | "argv"
  readonly arg: string
}

/** What resolved arguments point at. */
export type Resource = FileResource | HostResource | CommandResource | OpaqueResource | UnreadResource

export interface FileResource {
  readonly kind: "file"
  readonly path: ResolvedPath
  readonly mode: FileMode
}

export interface HostResource {
  readonly kind: "host"
  /** As the URL standard writes it: lower case, punycode, without a dot at its end, an address in its shortest form. */
  readonly host: string
  readonly port: number
}

/** One simple command. A compound command is as many of them as it has parts. */
export interface CommandResource {
  readonly kind: "command"
  readonly argv: ReadonlyArray<string>
  /** The words of `argv` that stand for others: no options, no programs. */
  readonly loose?: ReadonlyArray<LooseWord>
  /** The variables that are set for this command only, by name; with the value where that keeps one from doing harm. */
  readonly assigned: ReadonlyArray<string>
  /** A program that only starts another, which stands beside it: `time`, `nice`. */
  readonly wrapper: boolean
  /** Whether the folder that it runs in is the workspace or beneath it, as far as that can be told before it runs. */
  readonly inWorkspace: boolean
  /** What its words would be if they named files, resolved from the folder it runs in. */
  readonly paths: ReadonlyArray<ResolvedPath>
  /** The places in `argv` of words that would name something outside of the workspace, of /tmp and of what a program prints to. */
  readonly outside?: ReadonlyArray<number>
  /** What its loose words may name beside that, as absolute patterns. */
  readonly globs?: ReadonlyArray<string>
  /** The hosts of the URLs that its words hold, of whatever scheme; port 0 where the scheme's is not known. */
  readonly hosts: ReadonlyArray<Pick<HostResource, "host" | "port">>
}

/**
 * A word of a command that is not all known, by its place in `argv`: digits, names of files, of which there may be several, or
 * any text, which the program only prints or compares.
 */
export interface LooseWord {
  readonly at: number
  readonly of: "number" | "file" | "text"
  /** What it may be, as a pattern for paths. Absent where it may be any text. */
  readonly pattern?: string
}

/** Something that cannot be known before the call runs. No pattern allows it. */
export interface OpaqueResource {
  readonly kind: "opaque"
  /** A sentence for people: it may quote the argument. */
  readonly reason: string
}

/**
 * The rest of an argument that was not read, because one call may cost only so much to read. No rule allows it, and no
 * mode: only a person does. What costs too much is counted and never timed, so that each process stops at the same place.
 */
export interface UnreadResource {
  readonly kind: "unread"
  /** Which bound was passed, with its number: a sentence for people that quotes no argument. */
  readonly reason: string
}
