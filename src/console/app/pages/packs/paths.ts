// What every page of a pack says of it: its addresses, and its versions.
import type { ListedName } from '#src/journey/registry/schema.ts'
import { type Option, optionsOf } from '../../parts/form.tsx'

/** A pack with the version that is shown of it. */
export type OfVersion = { readonly pack: ListedName; readonly version: number }

/** A path of the API about one pack. */
export const packPath = (name: string, rest = ''): string =>
  `/v1/packs/${encodeURIComponent(name)}${rest && `/${rest}`}`

/** All that the API answers about packs, for `stale`. */
export const allPacks = '/v1/pack'

/** A path of the console about one pack. */
export const packPage = (name: string, rest = ''): string =>
  `/console/packs/${encodeURIComponent(name)}${rest}`

export const runPage = (name: string, transactionId: string): string =>
  packPage(name, `/runs/${transactionId}`)

/** Published by the service: it can be copied, and not be changed. */
export const isOfService = ({ versions }: Pick<ListedName, 'versions'>): boolean =>
  versions.every(({ publishedBy }) => publishedBy === 'service')

/** The version that most new runs get, else the newest. */
export const mainVersion = ({ live, versions }: ListedName): number =>
  live.toSorted((one, other) => other.percent - one.percent)[0]?.version ??
  versions.at(-1)?.version ??
  1

/** Its versions to choose from, the newest first. */
export const versionOptions = ({ versions }: Pick<ListedName, 'versions'>): Option[] =>
  optionsOf(
    versions.toReversed().map(({ version }) => String(version)),
    (one) => `v${one}`,
  )
