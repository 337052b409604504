// The work for people: alarms, overdue reviews, transactions that need an operator, vendors and receivers with
// problems; and links to all other transactions and reviews.
import type { ShownEndpoint } from '#src/journey/endpoints/schema.ts'
import type { Webhook } from '#src/journey/webhooks/schema.ts'
import type { Alarms } from '#src/packs/alarms/schema.ts'
import type { ListedTransaction, TransactionPage } from '#src/packs/transactions/schema.ts'
import type { ReviewPage } from '#src/packs/reviews/schema.ts'
import { api, useAct, useQuery } from '../../api/query.ts'
import { Code, Time } from '../../parts/inline.tsx'
import { Empty, Page as Frame, ProblemNote } from '../../parts/page.tsx'
import { useGo } from '../../shell/address.ts'
import { can, session } from '../../shell/session.ts'
import { states } from '../../words/states.ts'
import { Next } from '../reviews/index.tsx'
import { WaitsFor } from '../transactions/columns.tsx'
import { keepSearch, Search } from '../transactions/search.tsx'
import { type Line, Queue, type QueueProps } from './queue.tsx'
import { words } from './words.ts'
import './work.css'

type Waiting = ListedTransaction
type Reviews = ReviewPage['reviews']

const shownMax = 20

const readReviews = async (overdue: 'true' | 'false'): Promise<Reviews> => {
  const query = { overdue, limit: shownMax }
  return (await api.get<ReviewPage>('/v1/reviews', query)).reviews
}
const readWaiting = async (waiting: string): Promise<Waiting[]> =>
  (await api.get<TransactionPage>('/v1/transactions', { waiting, limit: shownMax })).transactions
const readAlarms = () => api.get<Alarms>('/v1/alarms')

export function Page() {
  const queues = listQueues().filter(({ scope }) => can(scope))
  const go = useGo()
  const find = useAct(async (text: string) => {
    keepSearch(text)
    const { transactions } = await api.post<TransactionPage>('/v1/transactions/search', {
      text,
      limit: 2,
    })
    const [only, other] = transactions
    go(only && !other ? `/console/transactions/${only.id}` : '/console/transactions?found=1')
  })
  return (
    <Frame title={words.title} acts={can('reviews:write') && <Next />}>
      {can('reports:read') && <Search onSearch={(text) => text !== '' && void find.act(text)} />}
      {find.problem && <ProblemNote problem={find.problem} />}
      <div class="tiles work">
        {queues.map((queue) => (
          <Queue key={queue.title} {...queue} />
        ))}
      </div>
      {queues.length === 0 && <Empty title={words.nothing}>{words.nothingLead}</Empty>}
      {can('reports:read') && <Workflows />}
    </Frame>
  )
}

/** The questions that only Temporal can answer. */
function Workflows() {
  const { tenant } = session()
  const { data } = useQuery('workflows-url', readAlarms)
  if (data?.workflowsUrl === undefined) return null
  const href = (query: string) =>
    `${data.workflowsUrl}?query=${encodeURIComponent(`${query} AND Tenant = '${tenant}'`)}`
  return (
    <p class="section row soft">
      {words.temporal} <a href={href("ExecutionStatus = 'Running'")}>{words.running}</a>
      <a href={href("ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL")}>
        {words.stuck}
      </a>
      <a href={href("ExecutionStatus IN ('Failed', 'Terminated', 'Canceled', 'TimedOut')")}>
        {words.failed}
      </a>
    </p>
  )
}

function listQueues(): readonly QueueProps[] {
  const ofReview = ({ id, because, pack, deadlineAt }: Reviews[number]): Line => ({
    key: id,
    href: `/console/reviews/${id}`,
    name: <span title={because}>{`${states.reason(because)} · ${pack}`}</span>,
    at: <Time at={deadlineAt} />,
  })
  const ofTransaction = ({ id, updatedAt, waiting }: Waiting): Line => ({
    key: id,
    href: `/console/transactions/${id}`,
    name: (
      <>
        <Code text={id} short /> {waiting && <WaitsFor waiting={waiting} />}
      </>
    ),
    at: <Time at={updatedAt} />,
  })
  const reviews = { scope: 'reviews:write', all: '/console/reviews' }
  const reports = (waiting: string) =>
    ({
      scope: 'reports:read',
      all: `/console/transactions?waiting=${waiting}`,
      isTrouble: true,
    }) as const
  const load = async (waiting: string) => (await readWaiting(waiting)).map(ofTransaction)
  const alarms = async (): Promise<Line[]> =>
    (await readAlarms()).alarms.map(({ name, count, since }) => ({
      key: name,
      href: placeOf[name],
      name: words.alarm[name](count),
      at: (
        <>
          <Time at={since} /> ·{' '}
          <a href={`/docs/guide/run-book#${name.toLowerCase()}`} target="_blank" rel="noreferrer">
            {words.runBook} ↗
          </a>
        </>
      ),
    }))
  // prettier-ignore
  return [
    { ...reports('operator'), title: words.alarms, load: alarms },
    { ...reviews, title: words.overdue, all: '/console/reviews?overdue=true', isTrouble: true, load: async () => (await readReviews('true')).map(ofReview) },
    { ...reviews, title: words.open, load: async () => (await readReviews('false')).map(ofReview) },
    { ...reports('operator'), title: words.operator, load: () => load('operator') },
    { ...reports('vendor'), title: words.vendors, load: async () => byVendor(await readWaiting('vendor'), states) },
    { ...reports('undelivered'), title: words.undelivered, load: () => load('undelivered') },
    { scope: 'webhooks:write', all: '/console/webhooks', title: words.webhooks, isTrouble: true, load: readWebhooks },
    { scope: 'endpoints:write', all: '/console/endpoints', title: words.endpoints, isTrouble: true, load: () => readEndpoints(states.trouble) },
  ]
}

/** The page on which an operator handles each alarm. */
const placeOf = {
  TransactionsOverdue: '/console/transactions?waiting=time',
  TasksSetApart: '/console/transactions?waiting=operator',
  PumpingStopped: '/console/settings?section=limits',
  ReviewsOverdue: '/console/reviews?overdue=true',
  WebhookDisabled: '/console/webhooks',
  WebhooksLate: '/console/webhooks',
  EndpointTrouble: '/console/endpoints',
} as const

type Say = (code: string) => string

/** One line for each account and problem, with the number of transactions that wait for it. */
function byVendor(
  waiting: readonly Waiting[],
  { what, trouble }: Record<'what' | 'trouble', Say>,
): Line[] {
  const troubled = waiting.filter(({ waiting: one }) => one?.trouble)
  const groups = Map.groupBy(troubled, ({ waiting: one }) =>
    [one?.trouble?.account ?? what(one?.what ?? ''), trouble(one?.trouble?.code ?? '')]
      .filter(Boolean)
      .join(' · '),
  )
  return [...groups].map(([name, all]) => ({
    key: name,
    href: '/console/transactions?waiting=vendor',
    name,
    at: `${all.length}${waiting.length === shownMax ? '+' : ''}`,
  }))
}

async function readWebhooks(): Promise<Line[]> {
  const all = await api.get<Webhook[]>('/v1/webhooks')
  return all.flatMap(
    ({ id, url, failingSince: since }) =>
    since ? [{ key: id, href: `/console/webhooks?webhook=${id}`, name: url, at: <Time at={since} /> }] : [], // prettier-ignore
  )
}

async function readEndpoints(say: Say): Promise<Line[]> {
  const all = await api.get<ShownEndpoint[]>('/v1/endpoints')
  return all.flatMap(({ name, failingSince: since, failingCode = '' }) => {
    const href = `/console/endpoints?endpoint=${encodeURIComponent(name)}`
    const said = <span title={failingCode}>{`${name} · ${say(failingCode)}`}</span>
    return since ? [{ key: name, href, name: said, at: <Time at={since} /> }] : []
  })
}
