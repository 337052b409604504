// The rest that was seen: the other facts by their groups, how far each step has come, and each condition with its
// answer.
import type { RunEvidence } from '#src/packs/history/evidence-schema.ts'
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { useState } from 'preact/hooks'
import { useGet } from '../../api/query.ts'
import { Badge, Button, Code, Outcome, Time } from '../../parts/inline.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useShortcut } from '../../shell/shortcuts.tsx'
import { useStates } from '../../words/states.ts'
import { useFacts } from '../reviews/fact-words.ts'
import { Fact } from './why.tsx'
import { useReviewWords } from './words.ts'
import type { Related as Found } from '#src/packs/reviews/related/schema.ts'

type Props = { readonly review: ReviewDetail }

export function Evidence({ review: { seen, modules, pack, transactionId, runId } }: Props) {
  const words = useReviewWords()
  const [isAsked, setAsked] = useState(false)
  const ask = () => setAsked(runId !== undefined)
  useShortcut('s', words.steps, ask)
  const facts = useFacts()
  const states = useStates()
  const rest = seen.filter((one) => !one.decided)
  const named = rest.filter(({ fact }) => facts.isNamed(fact))
  const others = rest.filter(({ fact }) => !facts.isNamed(fact))
  const groups = Map.groupBy(named, ({ fact }) => fact.split('.')[0] ?? '')
  const path = `/v1/packs/${pack.split('@')[0] ?? ''}/${transactionId}/runs/${runId ?? ''}/evidence`
  const acts = runId !== undefined && !isAsked && (
    <Button onClick={ask}>
      {words.steps} <kbd>s</kbd>
    </Button>
  )
  return (
    <Section title={words.facts} acts={acts}>
      {isAsked && <Conditions path={path} />}
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
    </Section>
  )
}

function Facts({ facts }: { facts: ReviewDetail['seen'] }) {
  return (
    <ul>
      {facts.map((one) => (
        <li key={one.fact}>
          <Fact {...one} />
        </li>
      ))}
    </ul>
  )
}

const kinds = { true: 'good', false: 'quiet', unanswered: 'warn', failed: 'bad' } as const

/** Read once somebody asks: an audit row says so. */
function Conditions({ path }: { path: string }) {
  const words = useReviewWords()
  const facts = useFacts()
  const { data, problem } = useGet<RunEvidence>(path)
  const write = ({ read, value }: { read: string; value: Parameters<typeof facts.value>[1] }) => {
    const fact = read.replace(/^facts\./, '')
    return `${facts.name(fact)}: ${facts.value(fact, value)}`
  }
  // prettier-ignore
  return (
    <Table
      caption={words.steps}
      problem={problem}
      rows={data?.answers}
      keyOf={({ step, round }) => `${step} ${round}`}
      columns={[
        { head: words.condition, cell: ({ step, condition }) => <span title={condition}>{step}</span> },
        { head: words.answer, cell: ({ answer, decided }) => <><Badge kind={kinds[`${answer}`]}>{words.answers[`${answer}`]}</Badge> {decided && <Badge kind="info">{words.ended}</Badge>}</> },
        { head: words.values, cell: ({ values = [] }) => values.map(write).join('; ') },
      ]}
    />
  )
}

/** What else hangs on this by phone, device or picture, two steps away: counts and ids, read once somebody asks. */
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
      <p class="row">
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
