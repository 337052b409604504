// Compares a person or company with the loaded published lists, without asking a vendor.
import { compareDates } from '#src/journey/dates/compare-dates.ts'
import type { Screened, Sought } from '#src/screening/wire/own-lists.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { ListKind, ListMatch } from '#src/screening/wire/schema.ts'
import { countsByName } from './likeness.ts'
import { type FoundEntry, ListIndex } from './list-index.ts'
import { compareNumbers, hasForeign } from './numbers.ts'
import { type CurrentList, listCurrent, readEntries } from './store.ts'

export type PublishedLists = {
  /** Whether a list of the service was loaded at the last refresh. */
  covers(service: string): boolean
  /** The kinds of the service's loaded lists; `lists` limits them to these names. */
  kindsOf(service: string, lists?: readonly string[]): ListKind[]
  /** Looks for newly loaded lists; resolves to the time at which the newest was loaded, or undefined without any. */
  refresh(): Promise<Date | undefined>
  /** Undefined when no list of the service is loaded; `lists` limits the search to these names. */
  screen(sought: Sought, lists?: readonly string[]): Promise<Screened | undefined>
}

/** The most hits that are shown without counting. */
const doubtfulMax = 50
const matchesMax = 500

export function createPublishedLists(db: Db, log: Pick<Log, 'info'>): PublishedLists {
  let current: readonly CurrentList[] = []
  const indexes = new Map<string, Promise<ListIndex>>()

  async function build({ id, name, version, entries }: CurrentList): Promise<ListIndex> {
    const begun = performance.now()
    const index = new ListIndex()
    for await (const some of readEntries(db, id)) {
      for (const entry of some) index.add(entry)
      // Lets the process do other work between two parts of the search.
      await new Promise((resolve) => setImmediate(resolve))
    }
    const ms = Math.round(performance.now() - begun)
    log.info({ list: name, version, entries, ms }, 'a published list is in memory')
    return index
  }

  function indexOf(list: CurrentList): Promise<ListIndex> {
    const known = indexes.get(list.id)
    if (known) return known
    const made = build(list)
    indexes.set(list.id, made)
    made.catch(() => indexes.delete(list.id))
    return made
  }

  async function refresh(): Promise<Date | undefined> {
    current = await listCurrent(db)
    for (const id of indexes.keys()) if (current.every((one) => one.id !== id)) indexes.delete(id)
    const newest = Math.max(...current.map(({ loadedAt }) => loadedAt.getTime()))
    return current.length === 0 ? undefined : new Date(newest)
  }

  return {
    covers: (service) => current.some((one) => one.service === service),
    kindsOf: (service, lists) =>
      current
        .filter((one) => one.service === service && (lists?.includes(one.name) ?? true))
        .map(({ name }) => kindOfList(name, service)),
    refresh,
    async screen(sought, lists) {
      const asked = current.filter(
        ({ service, name }) => service === sought.service && (lists?.includes(name) ?? true),
      )
      if (asked.length === 0) return undefined
      const found = await Promise.all(
        asked.map(async (list) => ({ list, index: await indexOf(list) })),
      )
      const matches = found.flatMap(({ list, index }) =>
        index
          .find(
            sought.of,
            sought.names,
            sought.document ?? sought.foreign?.number,
            sought.birthdate,
          )
          .map((one) => toMatch(one, list.name, sought)),
      )
      return {
        matches: choose(matches),
        searched: asked.map(({ name }) => name),
        version: extreme(
          asked.map(({ loadedAt }) => loadedAt),
          Math.max,
        ),
        updatedAt: extreme(
          asked.map(({ confirmedAt }) => confirmedAt),
          Math.min,
        ),
      }
    },
  }
}

/** The lists of the transparency portal name those who may not contract with the state. */
const kindOfList = (name: string, service: string): ListKind =>
  service === 'Pep' ? 'exposed' : name.startsWith('cgu-c') ? 'debarment' : 'sanction'

function choose(matches: readonly ListMatch[]): ListMatch[] {
  const sorted = matches.toSorted((one, other) => other.score - one.score)
  const counted = sorted.filter(({ match }) => match)
  const doubtful = sorted.filter(({ match }) => !match).slice(0, doubtfulMax)
  return [...counted, ...doubtful].slice(0, matchesMax)
}

const extreme = (times: readonly Date[], of: (...ms: number[]) => number): string =>
  new Date(of(...times.map((time) => time.getTime()))).toISOString()

const scores = { same: 0.95, transliterated: 0.8, doubtful: 0.6, other: 0 } as const
/** The scores of entries with an equal name, so that those whose date agrees come first. */
const countedScores = { agrees: 0.99, may: 0.97, unknown: scores.same, differs: 0.9 } as const

/**
 * The match of an entry: by its number, or else by its name, or by the visible part of the number together with a name
 * that may be the same.
 */
export function toMatch(
  { entry, likeness }: FoundEntry,
  list: string,
  { document, foreign, birthdate }: Sought,
): ListMatch {
  const { id, name, otherNames, weakNames, documents, birthDates, countries, topics } = entry
  const compared = documents.map((one) => compareNumbers(document ?? '', one))
  const hasNumber =
    compared.includes('whole') || (foreign !== undefined && hasForeign(foreign, entry))
  const date = compareDates(birthdate, birthDates)
  const isShown = compared.includes('shown') && likeness !== 'other'
  const isCounted = hasNumber || isShown || countsByName(likeness, date)
  const named = isCounted ? countedScores[date ?? 'unknown'] : scores[likeness]
  return {
    id,
    name,
    score: hasNumber ? 1 : named,
    match: isCounted,
    topics,
    lists: [list],
    ...(otherNames.length > 0 && { otherNames }),
    ...(weakNames.length > 0 && { weakNames }),
    ...(documents.length > 0 && { documents }),
    ...(birthDates.length > 0 && { birthDates }),
    ...(countries.length > 0 && { countries }),
  }
}
