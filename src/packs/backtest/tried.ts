// The object of a backtest: a published version, or the text of a draft.
import { findOwner } from '#src/journey/registry/read.ts'
import { checkText } from '#src/journey/registry/check-text.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { knownIn, readPublication } from '#src/packs/files/registered.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import type { Backtest } from './store.ts'

type Tried = Pick<Backtest, 'owner' | 'version' | 'draft'>

type Asked = {
  readonly tenant: string
  /** The pack over whose runs the version is tried. */
  readonly name: string
  readonly version?: number | undefined
  readonly text?: string | undefined
}

/** A text is checked as a publication is, but its test cases are not run. Throws `invalid-document`. */
export async function findTried(
  { reads, packs }: { readonly reads: Db; readonly packs: PackDeps },
  { tenant, name, version, text }: Asked,
): Promise<Tried | 'no-pack' | 'no-version'> {
  if (version !== undefined) {
    const found = await packs.versions.findNamed(reads, tenant, name, version)
    if (!found) return packs.versions.absence(reads, tenant, name)
    return { owner: found.owner, version, draft: null }
  }
  const owner = await findOwner(reads, { kind: 'pack', tenant, name })
  if (owner === undefined) return 'no-pack'
  const { expanded } = await checkText(
    { text: text ?? '', mediaType: 'application/yaml' },
    (value) => readPublication(value, name, packs, knownIn(reads, packs, tenant)),
  )
  return { owner, version: null, draft: expanded }
}

/** Undefined when its version is not stored. */
export async function findTriedPack(
  { reads, packs }: { readonly reads: Db; readonly packs: Pick<PackDeps, 'versions'> },
  { owner, name, version, draft }: Pick<Backtest, 'name'> & Tried,
): Promise<Pack | undefined> {
  // A draft has no number, and nothing that decides reads it.
  if (draft) return { name, version: 1, ...draft }
  if (version === null) return undefined
  return (await packs.versions.find(reads, owner, name, version))?.document
}
