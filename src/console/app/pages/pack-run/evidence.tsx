import { useState } from 'preact/hooks'
import type { RunEvidence } from '#src/packs/history/evidence-schema.ts'
import { useGet } from '../../api/query.ts'
import { Badge, Button } from '../../parts/inline.tsx'
import { Section, Waiting } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../shell/session.ts'
import { useRunWords } from './words.ts'

type Answered = RunEvidence['answers'][number]

/** What each condition and row read then; it is asked for by a press, because who has looked is audited. */
export function Evidence({ path }: { path: string }) {
  const words = useRunWords()
  const { can } = useSession()
  const [isAsked, setAsked] = useState(false)
  const query = useGet<RunEvidence>(isAsked ? `${path}/evidence` : undefined)
  if (!can('reviews:write') && !can('legal:read')) return null
  return (
    <Section title={words.saw}>
      {query.data ? (
        <Answers evidence={query.data} />
      ) : isAsked ? (
        <Waiting {...query} />
      ) : (
        <p>
          <Button onClick={() => setAsked(true)}>{words.show}</Button>{' '}
          <span class="soft">{words.audited}</span>
        </p>
      )}
    </Section>
  )
}

function Answers({ evidence: { answers, kept } }: { evidence: RunEvidence }) {
  const words = useRunWords()
  const say = (answer: Answered['answer']) =>
    answer === true ? words.yes : answer === false ? words.no : words[answer]
  return (
    <>
      {kept !== 'kept' && <p class="soft">{kept === 'absent' ? words.absent : words.tooLarge}</p>}
      <Table
        caption={words.saw}
        rows={answers}
        keyOf={({ position, round }) => `${position} ${round}`}
        columns={[
          {
            head: words.step,
            cell: ({ step, condition }) => (
              <span title={condition}>
                <code>{step}</code>
              </span>
            ),
          },
          {
            head: words.answer,
            cell: ({ answer, decided }) => (
              <>
                {say(answer)} {decided && <Badge kind="info">{words.decided}</Badge>}
              </>
            ),
          },
          {
            head: words.values,
            cell: ({ values = [] }) => (
              <ul>
                {values.map(({ read, value }) => (
                  <li key={read}>
                    <code>
                      {read} = {Array.isArray(value) ? JSON.stringify(value) : String(value)}
                    </code>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </>
  )
}
