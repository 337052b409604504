// The reason for the review: the deciding fact as a sentence with its values, the arguments against an approval, and
// the rows of decision tables that hold.
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { Badge, Code, kindOf, Time, TransactionLink } from '../../parts/inline.tsx'
import { Pairs, Section } from '../../parts/page.tsx'
import { states } from '../../words/states.ts'
import { language } from '../../words/words.ts'
import { type FactValue, facts, reasons } from '../reviews/fact-words.ts'
import { type Compared, Hits } from './beside.tsx'
import { words } from './words.ts'

type Props = { readonly review: ReviewDetail }

export function Why({ review, compared }: Props & { readonly compared: Compared }) {
  const { because } = reasons
  /** An answer to a form is labelled with its question. */
  const labelOf = (fact: string): string | undefined => {
    const [, step, field] = /^steps\.(\w+)\.result\.(\w+)$/.exec(fact) ?? []
    const form = review.answers?.find((one) => one.step === step)
    return form?.fields.find(({ name }) => name === field)?.label[language()]
  }
  const decided = review.seen.filter((one) => one.decided)
  const reads = (...facts: string[]) => decided.some(({ fact }) => facts.includes(fact))
  const differing = compared.rows.filter(
    ({ name, differs }) => differs && reads(behind[name] ?? ''),
  )
  const isListed = reads('checks.hit', 'checks.sanctioned', 'checks.exposed', 'checks.wanted')
  return (
    <Section title={words.why}>
      <div class="card stack">
        {/* Without a title from the pack, this sentence is already the title of the page. */}
        {review.title !== undefined && <p title={review.because}>{because(review.because)}</p>}
        {decided.length > 0 && (
          <ul class="review-deciding">
            {decided.map((one) => (
              <li key={one.fact}>
                <Fact {...one} name={labelOf(one.fact)} />
              </li>
            ))}
            {differing.map(({ name, own, theirs }) => (
              <li key={name}>
                {words.declared}: <strong>{own}</strong>, {words.register}:{' '}
                <strong>{theirs}</strong>
              </li>
            ))}
            {isListed && (
              <li>
                <Hits hits={compared.hits} />
              </li>
            )}
          </ul>
        )}
        <Against review={review} />
        <Rows review={review} />
        <Head review={review} />
      </div>
    </Section>
  )
}

/** The fact that shows whether a field of the register agrees. */
const behind: Readonly<Record<string, string>> = {
  name: 'checks.nameVerdict',
  birthdate: 'checks.birthdateMatches',
}

type FactProps = {
  readonly fact: string
  readonly value: FactValue
  readonly saw?: FactValue | undefined
  readonly name?: string | undefined
}

export const Fact = ({ fact, value, saw, name }: FactProps) => (
  <>
    <span title={fact}>{name ?? facts.name(fact)}</span>:{' '}
    <strong>{facts.value(fact, value)}</strong>
    {saw !== undefined && <span class="soft"> ({words.saw(facts.value(fact, saw))})</span>}
  </>
)

function Against({ review: { against, people, awaiting, awaitsSecond } }: Props) {
  const { sign } = reasons
  if (against.length === 0 && people === 1 && !awaitsSecond) return null
  return (
    <div class="note" data-kind="warn" role="group" aria-label={words.twoPeople}>
      <strong>{people === 2 ? words.takesTwo : words.approvingTakesTwo}</strong>
      <ul>
        {against.map((one) => (
          <li key={one}>{sign(one)}</li>
        ))}
      </ul>
      {awaiting && words.firstDecided(awaiting.by.slice(0, 8))}{' '}
      {awaiting?.until !== undefined && <Time at={awaiting.until} exact />}
    </div>
  )
}

function Rows({ review: { rows = [] } }: Props) {
  const { because } = reasons
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{words.rows}</h3>
      <ul class="stack tight">
        {rows.map(({ row, outcome, reason, held, ended }) => (
          <li key={row} class={held === 'unknown' ? 'soft' : undefined}>
            <Badge kind={held === 'unknown' ? 'quiet' : kindOf(outcome)}>
              {states.outcome(outcome)}
            </Badge>{' '}
            <span title={reason}>{held === 'unknown' ? words.unknown : because(reason)}</span>{' '}
            <Code text={row} /> {ended && <Badge kind="info">{words.ended}</Badge>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Head({ review }: Props) {
  const { transactionId, pack, step, openedAt, deadlineAt, priority, appealOf, who } = review
  const late = priority === 'overdue' && <Badge kind="bad">{words.overdue}</Badge>
  // prettier-ignore
  return (
    <Pairs
      items={[
        [words.transaction, <TransactionLink id={transactionId} />],
        [words.pack, step === undefined ? pack : `${pack} · ${step}`],
        [words.opened, <Time at={openedAt} />],
        [words.deadline, <><Time at={deadlineAt} /> {late}</>],
        who && [words.who, who],
        appealOf && [words.appealOf, <a href={`/console/reviews/${appealOf}`}><Code text={appealOf} short /></a>],
      ]}
    />
  )
}
