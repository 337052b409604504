// What the person, or their client, has answered in the forms of the run; files are downloaded, never shown.
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { sayDay, Time } from '../../parts/inline.tsx'
import { locales, useLanguage } from '../../words/words.ts'
import { useReviewWords } from './words.ts'

type Form = NonNullable<ReviewDetail['answers']>[number]
type Field = Form['fields'][number]

export function Answers({ review: { answers = [] } }: { review: ReviewDetail }) {
  const words = useReviewWords()
  const language = useLanguage()
  // prettier-ignore
  return (
    <>
      {answers.map(({ step, title, by, at, fields }) => (
        <Section key={step} title={title[language]}>
          <p class="soft">{words.answeredBy[by]} · <Time at={at} /></p>
          <Table
            caption={title[language]}
            rows={fields}
            keyOf={({ name }) => name}
            columns={[
              { head: words.question, cell: ({ label }) => label[language] },
              { head: words.answer, cell: (field) => <Answer field={field} /> },
            ]}
          />
        </Section>
      ))}
    </>
  )
}

function Answer({ field: { type, value, uploads = [] } }: { field: Field }) {
  const words = useReviewWords()
  const language = useLanguage()
  const locale = locales[language]
  if (type === 'upload')
    return (
      <ul>
        {uploads.map(({ id, type: kind, bytes, href }) => {
          const [count, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB']
          const size = `${count.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`
          const text = `${kind === 'application/pdf' ? 'PDF' : 'JPEG'}, ${size}`
          return <li key={id}>{href ? <a href={href} download>{text}</a> : text}</li> // prettier-ignore
        })}
      </ul>
    )
  if (typeof value === 'boolean') return <>{words.answers[`${value}`]}</>
  if (typeof value !== 'number')
    return <span class="typed">{type === 'date' && value ? sayDay(value, language) : value}</span>
  const digits = type === 'money' ? { minimumFractionDigits: 2 } : {}
  return <>{value.toLocaleString(locale, digits)}</>
}
