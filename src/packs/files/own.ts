// The packs that come with the service. A published version never changes, so the file name contains it: `basic.yaml`
// is version 1, and `basic@2.yaml` beside it would be version 2.
import type { Db } from '#src/platform/db/client.ts'
import { type Publication, publishOwn } from '#src/journey/registry/publish.ts'
import type { PublishedNames } from '#src/packs/conditions/check.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { writePin } from '#src/packs/runs/rules.ts'
import type { CaseDeps } from './registered.ts'
import { listPackFiles, takeInOrder } from './folder.ts'
import { composedOf, FileRefused, nameOf, readPackFile } from './read.ts'

export type OwnPack = Pack & { readonly publication: Publication }

/**
 * Reads and checks the files like publications, including their cases; sorted by name, then by version. Throws
 * FileRefused with every fault of a file and its position.
 */
export async function readOwnPacks(
  folder: string,
  deps: CaseDeps,
  hasScorecard: PublishedNames['hasScorecard'],
): Promise<OwnPack[]> {
  const read = new Map<string, OwnPack>()
  const known: PublishedNames = {
    root: async (name, version) => read.get(writePin(name, version))?.root,
    hasScorecard,
  }
  await takeInOrder(listPackFiles(folder), async (file) => {
    const { name, version } = versionOf(file)
    const pin = writePin(name, version)
    if (read.has(pin)) throw new FileRefused(`${file}: another file is version ${version} too`)
    const publication = await readPackFile(file, deps, known)
    read.set(pin, { name, version, ...composedOf(publication), publication })
  })
  return [...read.values()].toSorted(byVersion)
}

function versionOf(file: string): Pick<Pack, 'name' | 'version'> {
  const [, name, version = '1'] =
    /^([a-z][a-z0-9-]{0,63})(?:@([1-9][0-9]{0,8}))?$/.exec(nameOf(file)) ?? []
  if (name !== undefined) return { name, version: Number(version) }
  throw new FileRefused(
    `${file}: a name has small letters, digits and hyphens alone, and may end in a version like @2`,
  )
}

function byVersion(one: Pack, other: Pack): number {
  if (one.name === other.name) return one.version - other.version
  return one.name < other.name ? -1 : 1
}

/**
 * Runs at the start of a process. For the tenants in `holding` no new version becomes live automatically. Throws an
 * Error when a published version has other content.
 */
export async function publishOwnPacks(
  db: Db,
  packs: readonly OwnPack[],
  holding: readonly string[] = [],
): Promise<void> {
  for (const { name, version, publication } of packs)
    await publishOwn(db, { kind: 'pack', name, version }, publication, holding)
}
