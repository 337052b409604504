// What else hangs on this by phone, device or picture, two steps away: counts and ids, read once somebody asks.
import type { Related as Found } from '#src/packs/reviews/related/schema.ts'
import { useState } from 'preact/hooks'
import { useGet } from '../../api/query.ts'
import { Badge, Button, Code, Outcome, Time } from '../../parts/inline.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useShortcut } from '../../shell/shortcuts.tsx'
import { useReviewWords } from './words.ts'

export function Related({ transactionId }: { transactionId: string }) {
  const words = useReviewWords()
  const [isAsked, setAsked] = useState(false)
  const ask = () => setAsked(true)
  useShortcut('h', words.related, ask)
  const path = `/v1/transaction/${transactionId}/related`
  const { data, problem } = useGet<Found>(isAsked ? path : undefined)
  const acts = !isAsked && (
    <Button onClick={ask}>
      {words.look} <kbd>h</kbd>
    </Button>
  )
  return (
    <Section title={words.related} acts={acts}>
      {!isAsked && <p class="soft">{words.relatedLead}</p>}
      <p class="review-tags">
        {data?.counts.map(({ kind, transactions }) => (
          <Badge key={kind} kind="info">{`${words.kind[kind]}: ${transactions}`}</Badge>
        ))}
        {data?.isCut && <Badge kind="warn">{words.cut}</Badge>}
      </p>
      {isAsked && (
        <Table
          caption={words.related}
          problem={problem}
          rows={data?.related}
          keyOf={(one) => one.transactionId}
          hrefOf={(one) => `/console/transactions/${one.transactionId}`}
          empty={<p class="soft">{words.nothingRelated}</p>}
          // prettier-ignore
          columns={[
            { head: words.transaction, cell: (one) => <Code text={one.transactionId} short /> },
            { head: words.away, align: 'end', cell: ({ steps }) => steps },
            { head: words.sharedBy, cell: ({ by }) => by.map((one) => words.kind[one]).join(', ') },
            { head: words.outcome, cell: ({ outcome }) => outcome && <Outcome outcome={outcome} /> },
            { head: words.opened, from: 'medium', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
        />
      )}
    </Section>
  )
}
