// The report of a backtest or a shadow: how many decisions change, from which outcome to which, and by which condition.
import type { PackShadow } from '#src/packs/backtest/schema.ts'
import type { PackDraft } from '#src/packs/drafts/schema.ts'
import { Badge, Code } from '../../parts/inline.tsx'
import { Empty, Pairs } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { states } from '../../words/states.ts'
import { locale } from '../../words/words.ts'
import { runPage } from './paths.ts'
import { words } from './words.ts'

type Report = Omit<PackShadow, 'version'>

export function Comparison({ name, report }: { name: string; report: Report }) {
  const share = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }) // prettier-ignore
  const part = (count: number, all: number) =>
    all === 0 ? count : `${count} (${share.format(count / all)})`
  const { compared, same, changed, undecidable, conditions, missing, examples, outcomes } = report
  return (
    <div class="stack">
      <Pairs
        items={[
          [words.compared, compared],
          [words.unchanged, part(same, compared)],
          [words.changed, <strong>{part(changed, compared)}</strong>],
          [words.undecidable, undecidable],
        ]}
      />
      {outcomes.length > 0 && <Matrix outcomes={outcomes} />}
      {conditions.length > 0 && (
        <Table
          caption={words.conditions}
          rows={conditions}
          keyOf={({ path }) => path}
          columns={[
            { head: words.conditions, cell: ({ path }) => <code>{path || '/'}</code> },
            { head: words.runs, align: 'end', cell: ({ differed }) => differed },
          ]}
        />
      )}
      {missing.length > 0 && (
        <Table
          caption={words.lacking}
          rows={missing}
          keyOf={({ step = '', why, read = '' }) => `${step} ${why} ${read}`}
          columns={[
            { head: words.lacking, cell: ({ step = '–' }) => <code>{step}</code> },
            {
              head: words.why,
              cell: ({ why, read }) => <Lack why={words.lack[why]} read={read} />,
            },
            { head: words.runs, align: 'end', cell: ({ count }) => count },
          ]}
        />
      )}
      {examples.length > 0 && (
        <details open={examples.length <= 10}>
          <summary>{words.examples(examples.length)}</summary>
          <ul class="tiles pack-examples">
            {examples.map((id) => (
              <li key={id}>
                <a href={runPage(name, id)}>
                  <Code text={id} />
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const Lack = ({ why, read }: { why: string; read: string | undefined }) => (
  <>
    {why} {read !== undefined && <code>{read}</code>}
  </>
)

function Matrix({ outcomes }: Pick<Report, 'outcomes'>) {
  const { ending } = states
  const names = [...new Set(outcomes.flatMap(({ from, to }) => [from, to]))].toSorted()
  const countOf = (from: string, to: string) =>
    outcomes.find((one) => one.from === from && one.to === to)?.count ?? 0
  const cellOf = (from: string, to: string) => (
    <Changed isOther={from !== to} count={countOf(from, to)} />
  )
  return (
    <Table
      caption={words.matrix}
      rows={names}
      keyOf={(from) => from}
      columns={[
        { head: words.wasWould, cell: ending },
        ...names.map((to) => ({ head: ending(to), cell: (from: string) => cellOf(from, to) })),
      ]}
    />
  )
}

type Cases = NonNullable<PackDraft['cases']>

const Changed = ({ isOther, count }: { isOther: boolean; count: number }) =>
  isOther && count > 0 ? <Badge kind="warn">{count}</Badge> : <>{count || '·'}</>

/** The results of the test cases of a text: which cases hold, and which parts of the text no case reaches. */
export function CaseReport({ report: { held, cases, coverage } }: { report: Cases }) {
  const { parts, reached, missing } = coverage
  if (cases.length === 0) return <Empty title={words.noCases} />
  return (
    <div class="stack">
      <p>
        <Badge kind={held === cases.length ? 'good' : 'bad'}>
          {words.held(held, cases.length)}
        </Badge>{' '}
        <Badge kind={reached === parts ? 'good' : 'warn'}>{words.coverage(reached, parts)}</Badge>
      </p>
      <ul class="pack-cases">
        {cases.map(({ name, holds, differences }) => (
          <li key={name} data-kind={holds ? undefined : 'bad'}>
            <span class="toned">
              {holds ? '✓' : '✗'} <span class="unseen">{holds ? words.holds : words.fails}: </span>
              {name}
            </span>
            {differences.map((text) => (
              <span key={text} class="fault" lang="en">
                {text}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <details>
          <summary>
            {words.missing} ({missing.length})
          </summary>
          <ul class="columns" lang="en">
            {missing.map((part) => (
              <li key={part}>
                <code>{part}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
