// Publishes the packs of a deployment’s own folder for all tenants, at the start of a process.
import type { Db } from '#src/platform/db/client.ts'
import { publishFile } from '#src/journey/registry/publish.ts'
import { service } from '#src/journey/registry/shares.ts'
import { knownIn } from './registered.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { listPackFiles, takeInOrder } from './folder.ts'
import { FileRefused, isPackName, nameOf, readPackFile } from './read.ts'

/**
 * A changed file becomes the next version of its name; an unchanged one keeps its version. The names in `taken` cannot
 * be published from files; for the tenants in `holding` no new version becomes live automatically. Throws FileRefused
 * when a file cannot be published.
 */
export async function publishFolder(
  db: Db,
  folder: string,
  deps: PackDeps,
  {
    taken,
    holding = [],
  }: { readonly taken: readonly string[]; readonly holding?: readonly string[] },
): Promise<void> {
  const files = listPackFiles(folder)
  checkNames(files, taken)
  await takeInOrder(files, async (file) => {
    const publication = await readPackFile(file, deps, knownIn(db, deps, service))
    await publishFile(db, { kind: 'pack', name: nameOf(file) }, publication, holding)
  })
}

function checkNames(files: readonly string[], taken: readonly string[]): void {
  for (const file of files) {
    const name = nameOf(file)
    if (taken.includes(name)) throw new FileRefused(`${file}: there is a pack ${name} already`)
    if (files.some((other) => other !== file && nameOf(other) === name))
      throw new FileRefused(`${file}: another file has the same name`)
    if (!isPackName(name))
      throw new FileRefused(`${file}: a name has small letters, digits and hyphens alone`)
  }
}
