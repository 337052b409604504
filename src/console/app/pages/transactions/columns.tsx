// The columns of a list of transactions: state, whom it waits for, packs, outcome, age.
import type { ListedTransaction } from '#src/packs/transactions/schema.ts'
import { Badge, Code, Outcome, Time } from '../../parts/inline.tsx'
import type { Column } from '../../parts/table.tsx'
import { states } from '../../words/states.ts'
import { words } from './words.ts'
import { api, useQuery } from '../../api/query.ts'
import { can } from '../../shell/session.ts'

const inTrouble = new Set(['operator', 'undelivered'])

type WaitsProps = { readonly waiting: NonNullable<ListedTransaction['waiting']> }

/** Whom the transaction waits for, and for what. */
export const Waits = ({ waiting }: WaitsProps) => (
  <>
    <Badge kind={inTrouble.has(waiting.for) || waiting.trouble ? 'bad' : 'quiet'}>
      {states.waiting(waiting.for)}
    </Badge>{' '}
    <WaitsFor waiting={waiting} />
  </>
)

/** For what alone. For a reviewer this is always a review, so it is left out. */
export const WaitsFor = ({ waiting: { for: whom, what, trouble = {} } }: WaitsProps) => (
  <span class="soft" title={[what, trouble.account, trouble.code].filter(Boolean).join(' · ')}>
    {whom !== 'review' && states.what(what)}
    {trouble.code && `: ${states.trouble(trouble.code)}`}
  </span>
)

export function listColumns(): readonly Column<ListedTransaction>[] {
  return [
    { head: words.id, cell: ({ id }) => <Code text={id} short /> },
    { head: words.state, from: 'medium', cell: ({ status }) => <Outcome status={status} /> },
    {
      head: words.waits,
      cell: ({ waiting }) =>
        waiting && (
          <div class="cut narrow">
            <Waits waiting={waiting} />
          </div>
        ),
    },
    {
      head: words.until,
      from: 'wide',
      cell: ({ waiting }) => waiting?.until && <Time at={waiting.until} />,
    },
    {
      head: words.pack,
      from: 'medium',
      cell: ({ packs }) => packs.map(({ pack, version }) => `${pack} ${version}`).join(', '),
    },
    {
      head: words.outcome,
      // On a phone it shows the state of a transaction without an outcome.
      cell: ({ packs, status }) =>
        packs.some(({ outcome }) => outcome) ? (
          packs.map(({ runId, outcome }) => outcome && <Outcome key={runId} outcome={outcome} />)
        ) : (
          <span data-until="medium">
            <Outcome status={status} />
          </span>
        ),
    },
    { head: words.review, from: 'wide', cell: ({ review }) => review && states.status(review) },
    {
      head: words.changed,
      from: 'wide',
      align: 'end',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    {
      head: words.age,
      from: 'medium',
      align: 'end',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}

type Named = { readonly name?: string }

/**
 * The names of the people of transactions by id; erased ones are left out, and it is empty for a session that may not
 * read them. Each reading is audited.
 */
export function useNames(ids: readonly string[]): Readonly<Record<string, string>> {
  const isAsked = ids.length > 0 && can('transactions:read')
  const { data } = useQuery(isAsked ? `names ${ids.join(' ')}` : undefined, async () => {
    const read = (id: string) => api.get<Named>(`/v1/transaction/${id}`).catch((): Named => ({}))
    const all = await Promise.all(ids.map(read))
    return Object.fromEntries(all.flatMap(({ name }, at) => (name ? [[ids[at] ?? '', name]] : [])))
  })
  return data ?? {}
}
