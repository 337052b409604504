// The queue of reviews, filtered by the address. Reviewers get the next one, or pick one if the tenant allows it.
import type { Review, ReviewPage } from '#src/packs/reviews/schema.ts'
import { api, stale, useCursor } from '../../api/query.ts'
import { ActButton } from '../../parts/acts.tsx'
import { Filter, type FilterField } from '../../parts/filter.tsx'
import { Badge, Button, Code, Outcome, Time } from '../../parts/inline.tsx'
import { Empty, Page as Frame } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAddress, useGo } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { reasons } from './fact-words.ts'
import { words } from './words.ts'
import '../review/review.css'

const names = [
  'status',
  'claimed',
  'claimedBy',
  'pack',
  'because',
  'who',
  'age',
  'overdue',
] as const
type Name = (typeof names)[number]

const hourMs = 3_600_000

/** Claims the next review and opens it. */
export function Next() {
  const go = useGo()
  const next = async () => {
    const review = await api.post<Review | undefined>('/v1/reviews/next')
    stale('reviews')
    if (review) go(`/console/reviews/${review.id}`)
    else notify(words.none)
  }
  return <ActButton kind="main" act={words.next} shortcut="n" hint={words.handedOut} run={next} />
}

export function Page() {
  const [values, set] = useAddress(names)
  const { status = 'open', age, ...same } = values
  const list = useCursor<Review>(
    `reviews ${JSON.stringify(values)}`,
    async (cursor) => {
      const openedBefore =
        age === undefined ? undefined : new Date(Date.now() - Number(age) * hourMs).toISOString()
      const order = status === 'decided' ? 'newest' : undefined
      const asked = { ...same, status, openedBefore, order, cursor, limit: 50 }
      const { reviews, next } = await api.get<ReviewPage>('/v1/reviews', asked)
      return { items: reviews, next }
    },
    { every: 15_000 },
  )
  return (
    <Frame name="reviews" lead={words.lead} acts={<Next />}>
      <Filter fields={listFields()} values={{ ...values, status }} onChange={set} />
      {values.claimedBy !== undefined && (
        <p class="soft">
          {words.claimant(values.claimedBy.slice(0, 12))}{' '}
          <Button kind="quiet" onClick={() => set({ claimedBy: undefined })}>
            {words.anyone}
          </Button>
        </p>
      )}
      <Table
        {...list}
        caption={words.caption}
        columns={listColumns(status, (claimedBy) => set({ claimedBy, claimed: undefined }))}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/reviews/${id}`}
        empty={<Empty title={words.empty}>{words.emptyLead}</Empty>}
      />
    </Frame>
  )
}

function listFields(): FilterField<Name>[] {
  const { filter, open, decided, claimed, overdueIs, age } = words
  const select = (name: Name & keyof typeof filter, some: Readonly<Record<string, string>>) => ({
    name,
    label: filter[name],
    options: some,
  })
  const text = (name: Name & keyof typeof filter) => ({ name, label: filter[name] })
  return [
    select('status', { open, decided }),
    select('claimed', claimed),
    select('overdue', overdueIs),
    select('age', age),
    text('pack'),
    text('because'),
    text('who'),
  ]
}

// prettier-ignore
function listColumns(status: string, choose: (claimant: string) => void): Column<Review>[] {
  const { head } = words
  const { because } = reasons
  const decided: Column<Review>[] = [
    { head: head.outcome, cell: ({ decision }) => decision && <Outcome outcome={decision.outcome} /> },
    { head: head.decidedAt, cell: ({ decision }) => decision && <Time at={decision.at} /> },
  ]
  const open: Column<Review>[] = [
    { head: head.hands, cell: (row) => <Hands row={row} choose={choose} /> },
    { head: words.deadline, cell: ({ priority, deadlineAt }) => priority === 'overdue' ? <Badge kind="bad">{words.overdue}</Badge> : <Time at={deadlineAt} /> },
  ]
  return [
    { head: head.why, cell: (row) => row.title ?? because(row.because) },
    ...(status === 'decided' ? decided : open),
    { head: words.pack, from: 'medium', cell: ({ pack, step }) => (step === undefined ? pack : `${pack} · ${step}`) },
    { head: head.who, from: 'wide', cell: ({ who }) => who },
    { head: words.transaction, from: 'wide', cell: ({ transactionId }) => <Code text={transactionId} short /> },
    { head: head.opened, from: 'medium', cell: ({ openedAt }) => <Time at={openedAt} /> },
  ]
}

function Hands({ row, choose }: { row: Review; choose: (claimant: string) => void }) {
  const { isYours, claimedBy, awaitsSecond, appealOf } = row
  if (isYours) return <Badge kind="info">{words.yours}</Badge>
  if (claimedBy !== undefined)
    return (
      <button type="button" class="link" title={claimedBy} onClick={() => choose(claimedBy)}>
        {words.others}
      </button>
    )
  if (awaitsSecond) return <Badge kind="warn">{words.second}</Badge>
  return appealOf === undefined ? (
    <span class="soft">{words.free}</span>
  ) : (
    <Badge kind="warn">{words.appeal}</Badge>
  )
}
