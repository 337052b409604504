// The open work of a transaction: its tasks, its reviews, and the transactions of its people.
import type { OpenAgenda } from '#src/journey/lifecycle/agenda-schema.ts'
import type { ReviewPage } from '#src/packs/reviews/schema.ts'
import type { TransactionPage } from '#src/packs/transactions/schema.ts'
import { api, useQuery } from '../../api/query.ts'
import { Badge, Code, Outcome, Time } from '../../parts/inline.tsx'
import { Lines, Section } from '../../parts/page.tsx'
import { can } from '../../shell/session.ts'
import { states } from '../../words/states.ts'
import { useNames } from '../transactions/columns.tsx'
import { words } from './words.ts'

/** The tasks by their due times, and what operators did with them. */
export function Agenda({ agenda }: { agenda: OpenAgenda }) {
  const { tasks, acts = [] } = agenda
  return (
    <Section title={words.remains}>
      <div class="card">
        {tasks.length === 0 && <p class="soft">{words.done}</p>}
        <Lines
          rows={tasks}
          keyOf={({ key }) => key}
          line={({ key, does, held }) => (
            <span title={key}>
              {states.does(does)} {held && <Badge kind="warn">{words.held[held]}</Badge>}
            </span>
          )}
          end={({ dueAt }) => <Time at={dueAt} />}
        />
      </div>
      {acts.length > 0 && (
        <details>
          <summary class="soft small">{words.acts}</summary>
          <Lines
            rows={acts}
            keyOf={({ at }) => at}
            line={({ act, reason }) => `${words.act[act]}: ${reason}`}
            end={({ at }) => <Time at={at} />}
          />
        </details>
      )}
    </Section>
  )
}

/** The reviews of a transaction, with a link to each. */
export function Reviews({ id, isAsked }: { id: string; isAsked: boolean }) {
  const key = isAsked && can('reviews:write') ? `transaction ${id} reviews` : undefined
  const load = () => api.get<ReviewPage>('/v1/reviews', { transactionId: id, order: 'newest' })
  const { data } = useQuery(key, load, { every: 10_000 })
  if (!data || data.reviews.length === 0) return null
  return (
    <Section title={words.reviews}>
      <div class="card">
        <Lines
          rows={data.reviews}
          keyOf={(one) => one.id}
          line={({ id: of, because, status, decision }) => (
            <>
              <a href={`/console/reviews/${of}`} title={because}>
                {status === 'open' ? `${words.decide}: ` : ''}
                {states.reason(because)}
              </a>{' '}
              <Outcome outcome={decision?.outcome} status={status} />
            </>
          )}
          end={({ openedAt }) => <Time at={openedAt} />}
        />
      </div>
    </Section>
  )
}

/** The transactions that a pack created for people of this one, each with its outcome. */
export function Children({ id, isMade }: { id: string; isMade: boolean }) {
  const key = isMade && can('reports:read') ? `transaction ${id} children` : undefined
  const load = () => api.get<TransactionPage>('/v1/transactions', { parent: id, limit: 200 })
  const { data } = useQuery(key, load)
  const names = useNames(data?.transactions.map((one) => one.id) ?? [])
  if (!data || data.transactions.length === 0) return null
  return (
    <Section title={words.children}>
      <div class="card">
        <Lines
          rows={data.transactions.toReversed()}
          keyOf={(one) => one.id}
          line={({ id: child, status, packs }) => (
            <>
              <a href={`/console/transactions/${child}`}>
                {names[child] ?? <Code text={child} short />}
              </a>{' '}
              <Outcome outcome={packs[0]?.outcome} status={status} />
            </>
          )}
          end={({ createdAt }) => <Time at={createdAt} />}
        />
      </div>
    </Section>
  )
}
