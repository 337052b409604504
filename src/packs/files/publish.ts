// Publishes the packs of a folder as the service's own, at the start of a process.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#src/platform/db/client.ts'
import { publishFile } from '#src/journey/registry/publish.ts'
import { service } from '#src/journey/registry/shares.ts'
import { knownIn } from './registered.ts'
import type { PackDeps } from '#src/packs/runs/steps.ts'
import { FileRefused, isCases, isPackName, nameOf, readPackFile } from './read.ts'

/**
 * A file that changed is the next version of its name; one that did not has the version that it got. Names
 * `taken` are not published from files. Throws FileRefused when a file cannot be published.
 */
export async function publishFolder(
  db: Db,
  folder: string,
  deps: PackDeps,
  taken: readonly string[],
): Promise<void> {
  for (let left = listFiles(folder, taken); left.length > 0;) {
    const refused = new Map<string, FileRefused>()
    for (const file of left) {
      const fault = await publishOne(db, file, deps)
      if (fault) refused.set(file, fault)
    }
    // A pack may name another of the folder, which comes first then.
    const [first] = refused.values()
    if (first && refused.size === left.length) throw first
    left = [...refused.keys()]
  }
}

async function publishOne(db: Db, file: string, deps: PackDeps): Promise<FileRefused | undefined> {
  try {
    const publication = await readPackFile(file, deps, knownIn(db, deps, service))
    await publishFile(db, { kind: 'pack', name: nameOf(file) }, publication)
    return undefined
  } catch (error) {
    if (error instanceof FileRefused) return error
    throw error
  }
}

function listFiles(folder: string, taken: readonly string[]): string[] {
  if (!existsSync(folder)) throw new FileRefused(`${folder}: there is no such folder`)
  const names = readdirSync(folder).filter((one) => /\.(ya?ml|json)$/.test(one) && !isCases(one))
  const files = names.toSorted().map((one) => join(folder, one))
  for (const file of files) {
    const name = nameOf(file)
    if (taken.includes(name)) throw new FileRefused(`${file}: there is a pack ${name} already`)
    if (files.some((other) => other !== file && nameOf(other) === name))
      throw new FileRefused(`${file}: another file has the same name`)
    if (!isPackName(name))
      throw new FileRefused(`${file}: a name has small letters, digits and hyphens alone`)
  }
  return files
}
