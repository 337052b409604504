// Counts the people and companies on no list that are held up by their name: by a hit, or by a needed review.
import { weighHits } from '#src/screening/answers/hits.ts'
import { readLists } from '#src/screening/lists/layouts/read.ts'
import { ListIndex } from '#src/screening/lists/list-index.ts'
import type { ListFile } from '#src/screening/lists/schema.ts'
import { toMatch } from '#src/screening/lists/screen.ts'
import type { ListMatch } from '#src/screening/wire/schema.ts'
import type { Company, Person } from './brazil.ts'

export type Loaded = {
  readonly name: string
  readonly service: 'Sanctions' | 'Pep'
  readonly index: ListIndex
}
export type Alarm = { readonly name: string; readonly list: string; readonly match: ListMatch }

export function loadLists(files: readonly ListFile[]): Loaded[] {
  const { read, unread } = readLists(files)
  if (unread.length > 0) throw new Error(`${unread[0]?.file}: ${unread[0]?.fault}`)
  return read.map(({ list }) => {
    const index = new ListIndex()
    for (const entry of list.entries) index.add(entry)
    return { name: list.name, service: list.service, index }
  })
}

/** The matches in each list that count for a subject that is on none, as a check would report them. */
export function alarmsOf(lists: readonly Loaded[], subject: Person | Company): Alarm[] {
  const isPerson = 'birthdate' in subject
  const { name, document } = subject
  const birthdate = isPerson ? subject.birthdate : undefined
  return lists.flatMap(({ name: list, service, index }) => {
    const of = isPerson ? ('person' as const) : ('company' as const)
    const sought = { of, service, names: [name], document, birthdate }
    const matches = index
      .find(of, [name], document, birthdate)
      .map((one) => toMatch(one, list, sought))
    const port = isPerson ? ('person-check' as const) : ('company-check' as const)
    // Safe because the fields that are read are the same for a person and a company.
    const asked = { port, service, subject } as unknown as Parameters<typeof weighHits>[0]
    const answer = weighHits(asked, { matches, searched: [list] } as never)
    if (!('matches' in answer)) return []
    return (answer.matches ?? [])
      .filter((one) => one.match && one.dismissed === undefined)
      .map((match) => ({ name, list, match }))
  })
}
