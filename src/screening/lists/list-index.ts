// One list in memory: whom a name may be, and whose a number is.
import { compareListedCompanies, readCompanyName } from '#src/journey/names/companies.ts'
import type { CompanyName } from '#src/journey/names/companies.ts'
import { CompanyIndex } from '#src/journey/names/find/company-index.ts'
import { PersonIndex } from '#src/journey/names/find/person-index.ts'
import { comparePersonNames, type PersonName, readPersonName } from '#src/journey/names/persons.ts'
import { type NameMatch, weaken } from '#src/journey/names/verdict.ts'
import { keyOfListed, keysOfAsked } from './numbers.ts'
import type { ListEntry } from './schema.ts'

export type Subjects = 'person' | 'company'
export type FoundEntry = { readonly entry: ListEntry; readonly verdict: NameMatch }

/** A part of one kind of names: each of them once, with the entries that bear it; `~id` where it is a weak one. */
type Names<Name> = {
  readonly index: { add(name: Name): void; find(sought: Name): number[] }
  readonly names: Name[]
  readonly entries: number[][]
  readonly byText: Map<string, number>
}

const noNames = () => ({ names: [], entries: [], byText: new Map<string, number>() })

const rank = { same: 2, doubtful: 1, other: 0 } as const

export class ListIndex {
  readonly #entries: ListEntry[] = []
  readonly #persons: Names<PersonName> = { index: new PersonIndex(), ...noNames() }
  readonly #companies: Names<CompanyName> = { index: new CompanyIndex(), ...noNames() }
  readonly #byNumber = new Map<string, number[]>()

  add(entry: ListEntry): void {
    const id = this.#entries.push(entry) - 1
    const strong = new Set([entry.name, ...entry.otherNames])
    const weak = entry.weakNames.filter((name) => !strong.has(name))
    for (const name of strong) this.#addName(entry.kind, name, id)
    for (const name of new Set(weak)) this.#addName(entry.kind, name, ~id)
    for (const number of entry.documents) {
      const key = keyOfListed(number)
      if (key !== undefined) this.#byNumber.set(key, [...(this.#byNumber.get(key) ?? []), id])
    }
  }

  #addName(kind: ListEntry['kind'], name: string, entry: number): void {
    if (kind !== 'company') addName(this.#persons, name, readPersonName, entry)
    if (kind !== 'person') addName(this.#companies, name, readCompanyName, entry)
  }

  /** All whose name the comparison does not hold for another's, and all that have the number of the same holder. */
  find(of: Subjects, names: readonly string[], document: string | undefined): FoundEntry[] {
    const verdicts = new Map<number, NameMatch>()
    const note = (id: number, verdict: NameMatch) => {
      const known = verdicts.get(id)
      if (known === undefined || rank[verdict] > rank[known]) verdicts.set(id, verdict)
    }
    for (const name of names)
      if (of === 'person') findNames(this.#persons, readPersonName(name), comparePersonNames, note)
      else findNames(this.#companies, readCompanyName(name), compareListedCompanies, note)
    for (const id of this.#findNumber(document))
      if (isOf(of, this.#entries[id]) && !verdicts.has(id)) verdicts.set(id, 'other')
    return [...verdicts].flatMap(([id, verdict]) => {
      const entry = this.#entries[id]
      return entry ? [{ entry, verdict }] : []
    })
  }

  #findNumber = (document: string | undefined): readonly number[] =>
    document === undefined
      ? []
      : keysOfAsked(document).flatMap((key) => this.#byNumber.get(key) ?? [])
}

function addName<Name>(
  { index, names, entries, byText }: Names<Name>,
  text: string,
  read: (text: string) => Name,
  entry: number,
): void {
  const known = byText.get(text)
  if (known !== undefined) return void entries[known]?.push(entry)
  const name = read(text)
  byText.set(text, names.length)
  index.add(name)
  names.push(name)
  entries.push([entry])
}

function findNames<Name>(
  { index, names, entries }: Names<Name>,
  sought: Name,
  compare: (one: Name, other: Name) => { readonly verdict: NameMatch },
  note: (entry: number, verdict: NameMatch) => void,
): void {
  for (const at of index.find(sought)) {
    const name = names[at]
    if (name === undefined) continue
    const { verdict } = compare(sought, name)
    if (verdict === 'other') continue
    for (const entry of entries[at] ?? []) {
      const own = entry < 0 ? weaken(verdict) : verdict
      if (own !== 'other') note(entry < 0 ? ~entry : entry, own)
    }
  }
}

const isOf = (of: Subjects, entry: ListEntry | undefined): boolean =>
  entry !== undefined && (entry.kind === of || entry.kind === 'unknown')
