// Indexes one list in memory: which entries a name or a number may belong to.
import {
  type CompanyName,
  compareListedCompanies,
  readCompanyName,
} from '#src/journey/names/companies.ts'
import { CompanyIndex } from '#src/journey/names/find/company-index.ts'
import { PersonIndex } from '#src/journey/names/find/person-index.ts'
import { comparePersonNames, type PersonName, readPersonName } from '#src/journey/names/persons.ts'
import { readListedDates } from '#src/journey/dates/listed-date.ts'
import type { NameComparison } from '#src/journey/names/verdict.ts'
import { type Likeness, likenessOfListed, mostAlike, weaken } from './likeness.ts'
import { keyOfListed, keysOfNumber } from './numbers.ts'
import type { ListEntry } from './schema.ts'

export type Subjects = 'person' | 'company'
export type FoundEntry = { readonly entry: ListEntry; readonly likeness: Likeness }

/**
 * An index of names of one kind: each name once, with the entries that have it; `~id` marks an entry for which the name
 * is weak.
 */
type Names<Name> = {
  readonly index: { add(name: Name): void; find(sought: Name): number[] }
  readonly names: Name[]
  readonly entries: number[][]
  readonly byText: Map<string, number>
}

const noNames = () => ({ names: [], entries: [], byText: new Map<string, number>() })

/** The name and entry of a listed person with a given birth date, as positions in the lists above. */
type Born = readonly [name: number, entry: number]

type Note = (entry: number, likeness: Likeness) => void

export class ListIndex {
  readonly #entries: ListEntry[] = []
  readonly #persons: Names<PersonName> = { index: new PersonIndex(), ...noNames() }
  readonly #companies: Names<CompanyName> = { index: new CompanyIndex(), ...noNames() }
  readonly #byNumber = new Map<string, number[]>()
  readonly #byBirth = new Map<string, Born[]>()

  add(entry: ListEntry): void {
    const id = this.#entries.push(entry) - 1
    const strong = new Set([entry.name, ...entry.otherNames])
    const weak = new Set(entry.weakNames.filter((name) => !strong.has(name)))
    const born = entry.kind === 'company' ? [] : entry.birthDates.flatMap(wholeDays)
    for (const name of strong) this.#addName(entry.kind, { name, born, entry: id })
    for (const name of weak) this.#addName(entry.kind, { name, born, entry: ~id })
    for (const number of entry.documents) {
      const key = keyOfListed(number)
      if (key !== undefined) this.#byNumber.set(key, [...(this.#byNumber.get(key) ?? []), id])
    }
  }

  #addName(
    kind: ListEntry['kind'],
    { name, born, entry }: { name: string; born: readonly string[]; entry: number },
  ): void {
    if (kind !== 'person') addName(this.#companies, name, readCompanyName, entry)
    if (kind === 'company') return
    const at = addName(this.#persons, name, readPersonName, entry)
    for (const day of born) this.#byBirth.set(day, [...(this.#byBirth.get(day) ?? []), [at, entry]])
  }

  /**
   * Finds all entries whose name may be the same, or whose number has the same holder. Entries with exactly the same
   * birth date are compared whatever their name, because two spellings may share no word.
   */
  find(
    of: Subjects,
    names: readonly string[],
    document: string | undefined,
    birthdate?: string,
  ): FoundEntry[] {
    const found = new Map<number, Likeness>()
    const note: Note = (entry, likeness) => {
      const [id, own] = entry < 0 ? [~entry, weaken(likeness)] : [entry, likeness]
      const known = found.get(id)
      if (own !== 'other') found.set(id, mostAlike(known ? [known, own] : [own]) ?? own)
    }
    for (const name of names)
      if (of === 'person') this.#findPersons(readPersonName(name), birthdate, note)
      else findNames(this.#companies, readCompanyName(name), compareListedCompanies, note)
    for (const id of this.#findNumber(document))
      if (isOf(of, this.#entries[id]) && !found.has(id)) found.set(id, 'other')
    return [...found].flatMap(([id, likeness]) => {
      const entry = this.#entries[id]
      return entry ? [{ entry, likeness }] : []
    })
  }

  #findPersons(sought: PersonName, birthdate: string | undefined, note: Note): void {
    findNames(this.#persons, sought, comparePersonNames, note)
    for (const [at, entry] of this.#byBirth.get(birthdate ?? '') ?? []) {
      const name = this.#persons.names[at]
      if (name)
        note(entry, likenessOfListed(comparePersonNames(sought, name, { isBornSame: true })))
    }
  }

  #findNumber = (document: string | undefined): readonly number[] =>
    document === undefined
      ? []
      : keysOfNumber(document).flatMap((key) => this.#byNumber.get(key) ?? [])
}

/** Returns the position of the name, which is added if it is new. */
function addName<Name>(
  { index, names, entries, byText }: Names<Name>,
  text: string,
  read: (text: string) => Name,
  entry: number,
): number {
  const known = byText.get(text)
  if (known !== undefined) {
    entries[known]?.push(entry)
    return known
  }
  const name = read(text)
  byText.set(text, names.length)
  index.add(name)
  entries.push([entry])
  return names.push(name) - 1
}

function findNames<Name>(
  { index, names, entries }: Names<Name>,
  sought: Name,
  compare: (one: Name, other: Name) => NameComparison<string>,
  note: Note,
): void {
  for (const at of index.find(sought)) {
    const name = names[at]
    if (name === undefined) continue
    const likeness = likenessOfListed(compare(sought, name))
    for (const entry of entries[at] ?? []) note(entry, likeness)
  }
}

const wholeDays = (text: string): string[] =>
  readListedDates(text).flatMap(({ from, to, certainty }) =>
    from === to && from.length === 10 && certainty === 'plain' ? [from] : [],
  )

const isOf = (of: Subjects, entry: ListEntry | undefined): boolean =>
  entry !== undefined && (entry.kind === of || entry.kind === 'unknown')
