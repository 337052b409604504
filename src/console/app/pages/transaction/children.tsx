// The transactions that a pack made of people of this one, each with its outcome.
import type { z } from 'zod'
import type { TransactionPage } from '#src/packs/transactions/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Code, Outcome, Time } from '../../parts/inline.tsx'
import { useNames } from '../../parts/names.ts'
import { Section } from '../../parts/page.tsx'
import { useSession } from '../../shell/session.ts'
import { useTransactionWords } from './words.ts'

type Listed = z.output<typeof TransactionPage>

export function Children({ id, isMade }: { id: string; isMade: boolean }) {
  const words = useTransactionWords()
  const { can } = useSession()
  const key = isMade && can('reports:read') ? `transaction ${id} children` : undefined
  const load = () => api.get<Listed>('/v1/transactions', { parent: id, limit: 200 })
  const { data } = useQuery(key, load)
  const names = useNames(data?.transactions.map((one) => one.id) ?? [])
  if (!data || data.transactions.length === 0) return null
  return (
    <Section title={words.children}>
      <ul class="transaction-lines card">
        {data.transactions.toReversed().map(({ id: child, status, packs, createdAt }) => {
          const outcome = packs[0]?.outcome
          return (
            <li key={child}>
              <span>
                <a href={`/console/transactions/${child}`}>
                  {names[child] ?? <Code text={child} short />}
                </a>{' '}
                <Outcome outcome={outcome} status={status} />
              </span>
              <Time at={createdAt} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
