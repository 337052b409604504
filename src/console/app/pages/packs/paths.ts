import type { ListedName } from '#src/journey/registry/schema.ts'

/** Of the API, of one pack. */
export const packPath = (name: string, rest = ''): string =>
  `/v1/packs/${encodeURIComponent(name)}${rest && `/${rest}`}`

/** Of the console. */
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
