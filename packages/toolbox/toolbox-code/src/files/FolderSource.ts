import type { Ask } from "@toolgate/toolbox-base/jobs"
import type { ListedFolder, ReadFile } from "./FolderRequest.ts"

/** A call's folder, which the gate reads for the job. */
export class FolderSource {
  private readonly ask: Ask
  constructor(ask: Ask) {
    this.ask = ask
  }

  async list(folders: ReadonlyArray<string>): Promise<ReadonlyArray<ListedFolder | undefined>> {
    return (await this.ask({ list: folders })) as ReadonlyArray<ListedFolder | undefined>
  }

  async read(files: ReadonlyArray<string>, most: number): Promise<ReadonlyArray<ReadFile>> {
    return (await this.ask({ read: files, most })) as ReadonlyArray<ReadFile>
  }
}
