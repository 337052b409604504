// The other evidence: facts by their groups, the progress of each step, and each condition with its answer.
import type { Related as Found } from '#src/packs/reviews/related/schema.ts'
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { useGet } from '../../api/query.ts'
import { AskedSection } from '../../parts/acts.tsx'
import { Badge, Code, Outcome, Time } from '../../parts/inline.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { states } from '../../words/states.ts'
import { Conditions, type Read } from '../packs/conditions.tsx'
import { facts } from '../reviews/fact-words.ts'
import { Fact } from './why.tsx'
import { words } from './words.ts'

type Props = { readonly review: ReviewDetail }

export function Evidence({ review: { seen, modules, pack, transactionId, runId } }: Props) {
  const rest = seen.filter((one) => !one.decided)
  const named = rest.filter(({ fact }) => facts.isNamed(fact))
  const others = rest.filter(({ fact }) => !facts.isNamed(fact))
  const groups = Map.groupBy(named, ({ fact }) => fact.split('.')[0] ?? '')
  const path = `/v1/packs/${pack.split('@')[0] ?? ''}/${transactionId}/runs/${runId ?? ''}/evidence`
  const write = ({ read, value }: Read) => {
    const fact = read.replace(/^facts\./, '')
    return `${facts.name(fact)}: ${facts.value(fact, value)}`
  }
  return (
    <Section title={words.facts}>
      <ul class="row" aria-label={words.modules}>
        {Object.entries(modules).map(([name, status]) => (
          <li key={name} title={name}>
            {states.what(name)} <Outcome status={status} />
          </li>
        ))}
      </ul>
      <div class="columns review-facts">
        {[...groups].map(([group, inside]) => (
          <div key={group}>
            <h3>{facts.group(group)}</h3>
            <Facts facts={inside} />
          </div>
        ))}
      </div>
      {others.length > 0 && (
        <details>
          <summary class="soft small">{words.otherFacts(others.length)}</summary>
          <div class="columns review-facts code">
            <Facts facts={others} />
          </div>
        </details>
      )}
      {runId !== undefined && (
        <AskedSection title={words.steps} act={words.show} shortcut="s">
          <Conditions path={path} write={write} />
        </AskedSection>
      )}
    </Section>
  )
}

const Facts = ({ facts }: { facts: ReviewDetail['seen'] }) => (
  <ul>
    {facts.map((one) => (
      <li key={one.fact}>
        <Fact {...one} />
      </li>
    ))}
  </ul>
)

/**
 * Transactions that share a phone, device or picture, up to two steps away, as counts and ids; loaded only on request.
 */
export const Related = ({ transactionId }: { transactionId: string }) => (
  <AskedSection title={words.related} act={words.look} shortcut="h" lead={words.relatedLead}>
    <Relations transactionId={transactionId} />
  </AskedSection>
)

function Relations({ transactionId }: { transactionId: string }) {
  const path = `/v1/transaction/${transactionId}/related`
  const { data, problem } = useGet<Found>(path)
  return (
    <>
      <p class="row">
        {data?.counts.map(({ kind, transactions }) => (
          <Badge key={kind} kind="info">{`${words.kind[kind]}: ${transactions}`}</Badge>
        ))}
        {data?.isCut && <Badge kind="warn">{words.cut}</Badge>}
      </p>
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
    </>
  )
}
