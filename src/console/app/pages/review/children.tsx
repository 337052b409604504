// What became of the people whom the run verifies each in a transaction of their own.
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { Code, Outcome } from '../../parts/inline.tsx'
import { useNames } from '../../parts/names.ts'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useReasons } from '../reviews/fact-words.ts'
import { useStates } from '../../words/states.ts'
import { useReviewWords } from './words.ts'

export function Children({ review: { children = {} } }: { review: ReviewDetail }) {
  const words = useReviewWords()
  const states = useStates()
  const { because } = useReasons()
  const rows = Object.entries(children).flatMap(([step, all]) =>
    all.map((one) => ({ ...one, key: `${step} ${one.place + 1}` })),
  )
  const names = useNames([...new Set(rows.flatMap(({ transactionId }) => transactionId ?? []))])
  if (rows.length === 0) return null
  // prettier-ignore
  return (
    <Section title={words.children}>
      <Table
        caption={words.children}
        rows={rows}
        keyOf={({ key }) => key}
        hrefOf={({ transactionId }) => transactionId && `/console/transactions/${transactionId}`}
        columns={[
          { head: words.what, cell: ({ key, transactionId = '' }) => names[transactionId] ?? key },
          { head: words.field.status, cell: ({ status }) => states.status(status) },
          { head: words.outcome, cell: ({ outcome }) => outcome && <Outcome outcome={outcome} /> },
          { head: words.why, cell: ({ stopReason }) => stopReason && because(stopReason) },
          { head: words.transaction, from: 'medium', cell: ({ transactionId }) => transactionId && <Code text={transactionId} short /> },
        ]}
      />
    </Section>
  )
}
