/** The functions that return the files of programs as JSON, one file after the other. */
export declare const parts: ReadonlyArray<() => string>
/** The name of each program, with the part that its file is in, and the indices at which the file begins and ends there. */
export declare const places: Readonly<Record<string, readonly [part: number, from: number, to: number]>>
/** The first name of each program that has several, by each of them. */
export declare const plainNames: Readonly<Record<string, string>>
