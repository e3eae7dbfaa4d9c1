// How `changeset version` writes a changeset into CHANGELOG.md: as it stands, without the hash of its commit, and without a line for each
// package that only gets the new version along with the others.

/** @param {{ readonly summary: string }} changeset */
export const getReleaseLine = async ({ summary }) => `- ${summary.replaceAll(/\n(?=.)/g, "\n  ")}`

export const getDependencyReleaseLine = async () => ""
