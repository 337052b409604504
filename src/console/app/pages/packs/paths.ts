// The addresses and versions of a pack, for all of its pages.
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { Option } from '../../parts/form.tsx'

/** A pack and the version of it that is shown. */
export type OfVersion = { readonly pack: ListedName; readonly version: number }

/** A path of the API about one pack. */
export const packPath = (name: string, rest = ''): string =>
  `/v1/packs/${encodeURIComponent(name)}${rest && `/${rest}`}`

/** The prefix of all keys of packs, for `stale`. */
export const allPacks = '/v1/pack'

/** A path of the console about one pack. */
export const packPage = (name: string, rest = ''): string =>
  `/console/packs/${encodeURIComponent(name)}${rest}`

export const runPage = (name: string, transactionId: string): string =>
  packPage(name, `/runs/${transactionId}`)

/** Whether the service published the pack, so that it can only be copied and not changed. */
export const isOfService = ({ versions }: Pick<ListedName, 'versions'>): boolean =>
  versions.every(({ publishedBy }) => publishedBy === 'service')

/** The version that most new runs get, otherwise the newest one. */
export const mainVersion = ({ live, versions }: ListedName): number =>
  live.toSorted((one, other) => other.percent - one.percent)[0]?.version ??
  versions.at(-1)?.version ??
  1

/** The versions as options, the newest first. */
export const versionOptions = (
  { versions }: Pick<ListedName, 'versions'>,
  say = (version: number) => `v${version}`,
): Option[] =>
  versions.toReversed().map(({ version }) => ({ value: String(version), label: say(version) }))
