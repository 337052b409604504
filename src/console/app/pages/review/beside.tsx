// The person's own data beside the data of registers, with differences marked, and the matches on lists.
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import type { BackgroundCheck } from '#src/screening/background-check/schema.ts'
import type { ListMatch } from '#src/screening/wire/schema.ts'
import { api, useQuery } from '../../api/query.ts'
import { Badge, sayDay } from '../../parts/inline.tsx'
import { Needs, ProblemNote, Section } from '../../parts/page.tsx'
import { PersonPictures } from '../../parts/picture.tsx'
import { Table } from '../../parts/table.tsx'
import { can } from '../../shell/session.ts'
import { words } from './words.ts'

type Said = Readonly<Record<string, unknown>>
const names = ['document', 'name', 'birthdate', 'mothersName', 'status'] as const
type Row = {
  readonly name: (typeof names)[number]
  readonly own: string | undefined
  readonly theirs: string | undefined
  readonly differs: boolean
}

/**
 * Loads the data to compare; without the scope `transactions:read` nothing is requested, because the API would refuse.
 */
export function useCompared(transactionId: string) {
  const mayRead = can('transactions:read')
  const path = `/v1/transaction/${transactionId}`
  const { data, problem } = useQuery(mayRead ? `beside ${transactionId}` : undefined, async () => {
    const checks = api.get<BackgroundCheck[]>(`${path}/backgroundcheck`)
    const declared = await api.get<Said>(path)
    const own = (await checks).filter(({ isOwn }) => isOwn)
    return { declared, services: own.flatMap(({ services }) => services) }
  })
  const results = (data?.services ?? []).map(({ name, source = name, result = {} }) => {
    // Answers of registers and of lists have different fields, so each field is optional here.
    return { source, result: result as Said & { readonly matches?: readonly ListMatch[] } }
  })
  // The newest answer of a register comes first; an answer of a list has no `name`.
  const register = results.find(({ result }) => result['name'] !== undefined)
  const rows = names.flatMap((name): Row[] => {
    const [own, theirs] = [data?.declared[name], register?.result[name]].map(textOf)
    const differs = own !== undefined && theirs !== undefined && plain(own) !== plain(theirs)
    return own === undefined && theirs === undefined ? [] : [{ name, own, theirs, differs }]
  })
  const hits = results.flatMap(({ result }) => result.matches ?? [])
  return { mayRead, rows, hits, source: register?.source, problem }
}

export type Compared = ReturnType<typeof useCompared>

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** A CPF or CNPJ as people write it. */
const punctuate = (document: string): string =>
  document
    .replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    .replace(/^([\dA-Z]{2})([\dA-Z]{3})([\dA-Z]{3})([\dA-Z]{4})(\d{2})$/, '$1.$2.$3/$4-$5')

/** Ignores letter case, accents and punctuation, because these are no real differences. */
const plain = (value: string) => value.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase() // prettier-ignore

export function Beside({
  compared: { mayRead, rows, hits, source = '–', problem },
}: {
  compared: Compared
}) {
  // prettier-ignore
  const write = (name: Row['name'], value = '–') =>
    name === 'document' ? <span class="whole">{punctuate(value)}</span> : sayDay(value)
  if (!mayRead) return null
  return (
    <Section title={words.beside}>
      {problem && <ProblemNote problem={problem} />}
      {/* prettier-ignore */}
      <Table
        caption={words.beside}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { head: words.what, cell: ({ name }) => <span class="soft">{words.field[name]}</span> },
          { head: words.declared, cell: ({ name, own }) => write(name, own) },
          { head: `${words.register}: ${source}`, cell: ({ name, theirs, differs }) => <>{write(name, theirs)} {differs && <Badge kind="bad">{words.differs}</Badge>}</> },
        ]}
      />
      <Hits hits={hits} />
    </Section>
  )
}

export function Hits({ hits }: { hits: readonly ListMatch[] }) {
  const topics: Readonly<Record<string, string>> = words.topic
  const topicOf = (topic: string) => topics[topic] ?? topic
  return (
    <ul class="stack tight" aria-label={words.hits}>
      {hits.map(({ id, name, score, match, dismissed, topics: of, lists, birthDates = [] }) => (
        <li key={id}>
          <Badge kind={match && !dismissed ? 'bad' : 'quiet'}>
            {match && !dismissed ? words.hit : words.dismissed(dismissed ?? '–')}
          </Badge>{' '}
          <strong>{name}</strong> {words.inPercent(Math.round(score * 100))}{' '}
          <span class="soft">
            {[...of.map(topicOf), ...lists, ...birthDates.map((one) => sayDay(one))].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

export const Pictures = ({ review: { transactionId } }: { review: ReviewDetail }) => (
  <Section title={words.pictures}>
    <Needs scope="images:read">
      <PersonPictures transactionId={transactionId} />
    </Needs>
  </Section>
)
