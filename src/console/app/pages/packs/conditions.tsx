// The conditions and table rows of a run, with the values that each read and its answer.
import type { ComponentChildren } from 'preact'
import type { RunEvidence } from '#src/packs/history/evidence-schema.ts'
import { useGet } from '../../api/query.ts'
import { Badge, Dotted, kindOf } from '../../parts/inline.tsx'
import { Table } from '../../parts/table.tsx'
import { words } from './words.ts'

type Answered = RunEvidence['answers'][number]
export type Read = NonNullable<Answered['values']>[number]

type ConditionsProps = {
  readonly path: string
  readonly write: (read: Read) => ComponentChildren
}

export function Conditions({ path, write }: ConditionsProps) {
  const { data, problem } = useGet<RunEvidence>(path)
  const lack = data?.kept === 'absent' ? words.absent : words.tooLarge
  return (
    <>
      {data && data.kept !== 'kept' && <p class="soft">{lack}</p>}
      <Table
        caption={words.saw}
        problem={problem}
        rows={data?.answers}
        keyOf={({ position, round }) => `${position} ${round}`}
        columns={[
          {
            head: words.step,
            cell: ({ step, condition }) => (
              <code title={condition}>
                <Dotted text={step} />
              </code>
            ),
          },
          { head: words.answer, cell: (one) => <Answer of={one} /> },
          {
            head: words.values,
            cell: ({ values = [] }) => values.map((one) => <div key={one.read}>{write(one)}</div>),
          },
        ]}
      />
    </>
  )
}

const Answer = ({ of: { answer, decided } }: { of: Answered }) => (
  <>
    <Badge kind={kindOf(String(answer))}>{words.answers[`${answer}`]}</Badge>{' '}
    {decided && <Badge kind="info">{words.decided}</Badge>}
  </>
)
