// The answers to the forms of a run, and the results of the people whom it verifies.
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Code, Outcome, sayDay, Time } from '../../parts/inline.tsx'
import { language, locale } from '../../words/words.ts'
import { words } from './words.ts'
import { useNames } from '../transactions/columns.tsx'
import { reasons } from '../reviews/fact-words.ts'
import { states } from '../../words/states.ts'

type Form = NonNullable<ReviewDetail['answers']>[number]
type Field = Form['fields'][number]

/** The answers to the forms of the run from the person or their client; files are downloaded and never shown. */
export function Answers({ review: { answers = [] } }: { review: ReviewDetail }) {
  // prettier-ignore
  return (
    <>
      {answers.map(({ step, title, by, at, fields }) => (
        <Section key={step} title={title[language()]}>
          <p class="soft">{words.answeredBy[by]} · <Time at={at} /></p>
          <Table
            caption={title[language()]}
            rows={fields}
            keyOf={({ name }) => name}
            columns={[
              { head: words.question, cell: ({ label }) => label[language()] },
              { head: words.answer, cell: (field) => <Answer field={field} /> },
            ]}
          />
        </Section>
      ))}
    </>
  )
}

function Answer({ field: { type, value, uploads = [] } }: { field: Field }) {
  if (type === 'upload')
    return (
      <ul>
        {uploads.map(({ id, type: kind, bytes, href }) => {
          const [count, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB']
          const size = `${count.toLocaleString(locale(), { maximumFractionDigits: 1 })} ${unit}`
          const text = `${kind === 'application/pdf' ? 'PDF' : 'JPEG'}, ${size}`
          return <li key={id}>{href ? <a href={href} download>{text}</a> : text}</li> // prettier-ignore
        })}
      </ul>
    )
  if (typeof value === 'boolean') return <>{words.answers[`${value}`]}</>
  if (typeof value !== 'number')
    return <span class="typed">{type === 'date' && value ? sayDay(value) : value}</span>
  const digits = type === 'money' ? { minimumFractionDigits: 2 } : {}
  return <>{value.toLocaleString(locale(), digits)}</>
}

/** The results of the people whom the run verifies, each in a transaction of their own. */
export function Children({ review: { children = {} } }: { review: ReviewDetail }) {
  const { because } = reasons
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
