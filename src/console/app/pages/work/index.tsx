// What waits for somebody: overdue reviews, transactions that nobody but a person helps, vendors and receivers in trouble.
import type { z } from 'zod'
import type { Endpoint } from '#src/journey/endpoints/schema.ts'
import type { Webhook } from '#src/journey/webhooks/schema.ts'
import type { TransactionPage } from '#src/packs/transactions/schema.ts'
import type { ReviewPage } from '#src/packs/reviews/schema.ts'
import { api } from '../../api/client.ts'
import { Code } from '../../parts/code.tsx'
import { Page as Frame } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { useStates } from '../../words/states.ts'
import { useWords } from '../../words/words.ts'
import { type Line, Queue } from './queue.tsx'
import './work.css'
import { workWords } from './words.ts'

type Waiting = z.output<typeof TransactionPage>['transactions'][number]
type Reviews = z.output<typeof ReviewPage>['reviews']

const shownMax = 20

const readReviews = async (overdue: 'true' | 'false'): Promise<Reviews> => {
  const query = { overdue, limit: shownMax }
  return (await api.get<z.output<typeof ReviewPage>>('/v1/reviews', query)).reviews
}
const readWaiting = async (waiting: string): Promise<Waiting[]> => {
  const query = { waiting, limit: shownMax }
  return (await api.get<z.output<typeof TransactionPage>>('/v1/transactions', query)).transactions
}

export function Page() {
  const words = useWords(workWords)
  const states = useStates()
  const ofReview = ({ id, because, pack, deadlineAt }: Reviews[number]): Line => ({
    key: id,
    href: `/console/reviews/${id}`,
    name: `${states.reason(because)} · ${pack}`,
    at: <Time at={deadlineAt} />,
  })
  const ofTransaction = ({ id, updatedAt, waiting }: Waiting): Line => ({
    key: id,
    href: `/console/transactions/${id}`,
    name: (
      <>
        <Code text={id} short /> {waiting && states.what(waiting.what)} {waiting?.trouble?.code}
      </>
    ),
    at: <Time at={updatedAt} />,
  })
  return (
    <Frame title={words.title}>
      <div class="work">
        <Queue
          title={words.overdue}
          scope="reviews:write"
          load={async () => (await readReviews('true')).map(ofReview)}
          all="/console/reviews?overdue=true"
          isTrouble
        />
        <Queue
          title={words.open}
          scope="reviews:write"
          load={async () => (await readReviews('false')).map(ofReview)}
          all="/console/reviews"
        />
        <Queue
          title={words.operator}
          scope="reports:read"
          load={async () => (await readWaiting('operator')).map(ofTransaction)}
          all="/console/transactions?waiting=operator"
          isTrouble
        />
        <Queue
          title={words.vendors}
          scope="reports:read"
          load={async () => byVendor(await readWaiting('vendor'))}
          all="/console/transactions?waiting=vendor"
          isTrouble
        />
        <Queue
          title={words.undelivered}
          scope="reports:read"
          load={async () => (await readWaiting('undelivered')).map(ofTransaction)}
          all="/console/transactions?waiting=undelivered"
          isTrouble
        />
        <Queue
          title={words.webhooks}
          scope="webhooks:write"
          load={readWebhooks}
          all="/console/webhooks"
          isTrouble
        />
        <Queue
          title={words.endpoints}
          scope="endpoints:write"
          load={readEndpoints}
          all="/console/endpoints"
          isTrouble
        />
      </div>
    </Frame>
  )
}

/** One line for each account and its trouble, with how many wait for it. */
function byVendor(waiting: readonly Waiting[]): Line[] {
  const troubled = waiting.filter(({ waiting: one }) => one?.trouble)
  const groups = Map.groupBy(troubled, ({ waiting: one }) =>
    [one?.trouble?.account ?? one?.what, one?.trouble?.code].filter(Boolean).join(' · '),
  )
  return [...groups].map(([name, all]) => ({
    key: name,
    href: '/console/transactions?waiting=vendor',
    name,
    at: `${all.length}${waiting.length === shownMax ? '+' : ''}`,
  }))
}

async function readWebhooks(): Promise<Line[]> {
  const all = await api.get<z.output<typeof Webhook>[]>('/v1/webhooks')
  return all.flatMap(({ id, url, failingSince }) =>
    failingSince === undefined
      ? []
      : [
          {
            key: id,
            href: `/console/webhooks?webhook=${id}`,
            name: url,
            at: <Time at={failingSince} />,
          },
        ],
  )
}

async function readEndpoints(): Promise<Line[]> {
  const all = await api.get<z.output<typeof Endpoint>[]>('/v1/endpoints')
  return all.flatMap(({ name, failingSince, failingCode }) =>
    failingSince === undefined
      ? []
      : [
          {
            key: name,
            href: `/console/endpoints?endpoint=${encodeURIComponent(name)}`,
            name: `${name} · ${failingCode ?? ''}`,
            at: <Time at={failingSince} />,
          },
        ],
  )
}
