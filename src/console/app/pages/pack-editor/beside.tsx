// The panel beside the text: its drawing, its faults, its test cases, its changes, and a backtest of it.
import { useState } from 'preact/hooks'
import { useAct } from '../../api/query.ts'
import { Badge, Button } from '../../parts/inline.tsx'
import { Empty, Loading, Needs, ProblemNote } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { BacktestReport, StartBacktest } from '../packs/backtest.tsx'
import { CaseReport } from '../packs/reports.tsx'
import { Difference } from '../packs/difference.tsx'
import { Drawing } from '../packs/drawing.tsx'
import { words as shared } from '../packs/words.ts'
import type { Begun, Texts, Tried } from './draft.ts'
import type { Fault } from './editor.tsx'
import { words } from './words.ts'

type BesideProps = {
  readonly name: string
  readonly origin: Begun['origin']
  readonly texts: Texts
  readonly tried: Tried
  readonly faults: readonly Fault[]
  /** The version that the text is compared with. */
  readonly from: number | undefined
  /** Whether the cases are too large to be sent with the document. */
  readonly isWithoutCases: boolean
  readonly onFault: (fault: Fault) => void
}

export function Beside(props: BesideProps) {
  const { drawing, faults: found, cases, difference } = words
  const { tried, faults } = props
  const [tab, setTab] = useState<string>('drawing')
  return (
    <div>
      <Tabs
        label={words.shown}
        tabs={{ drawing, faults: found, cases, difference, backtest: shared.aBacktest }}
        counts={{ faults: faults.length }}
        selected={tab}
        onSelect={setTab}
      >
        <p class="pack-state" role="status">
          {tried.isTrying ? (
            <Badge kind="quiet">{words.trying}</Badge>
          ) : faults.length > 0 ? (
            <Badge kind="bad">{words.faultCount(faults.length)}</Badge>
          ) : (
            tried.draft && <Badge kind="good">{words.noFaults}</Badge>
          )}
        </p>
        {faults.length > 0 && tab !== 'cases' && <Faults {...props} />}
        {tab === 'drawing' && <Drawn {...props} />}
        {tab === 'cases' && <Cases {...props} />}
        {tab === 'difference' && <Changes {...props} />}
        {tab === 'backtest' && <Backtest {...props} />}
      </Tabs>
    </div>
  )
}

const Faults = ({ faults, onFault }: Pick<BesideProps, 'faults' | 'onFault'>) => (
  <ul class="box pack-faults">
    {faults.map((one) => (
      <li key={`${one.line} ${one.column} ${one.detail}`}>
        <button type="button" class="row tight pack-fault" onClick={() => onFault(one)}>
          <strong>{words.line(one.line ?? 1)}</strong> <span lang="en">{one.detail}</span>
          {one.pointer && <code class="soft">{one.pointer}</code>}
        </button>
      </li>
    ))}
  </ul>
)

function Drawn({ name, tried }: Pick<BesideProps, 'name' | 'tried'>) {
  const { drawing, steps } = tried.sound ?? {}
  if (drawing === undefined || !steps)
    return tried.isTrying ? <Loading /> : <Empty title={words.nothingYet} />
  return (
    <div class="stack tight">
      {(tried.draft?.faults.length ?? 0) > 0 && <p class="soft small">{words.older}</p>}
      <Drawing svg={drawing} steps={steps} label={shared.drawingOf(name)} />
    </div>
  )
}

function Cases({ tried, isWithoutCases }: Pick<BesideProps, 'tried' | 'isWithoutCases'>) {
  const { act, busy } = useAct(tried.run)
  if (isWithoutCases) return <p class="soft">{words.withoutCases}</p>
  const report = tried.isTrying ? undefined : tried.draft?.cases
  return (
    <div class="stack">
      <p>
        <Button kind="main" busy={busy} onClick={() => void act()}>
          {words.run}
        </Button>
      </p>
      {tried.problem && <ProblemNote problem={tried.problem} />}
      {report ? <CaseReport report={report} /> : <p class="soft">{words.notRun}</p>}
    </div>
  )
}

function Changes({ tried, from }: Pick<BesideProps, 'tried' | 'from'>) {
  const { difference } = tried.sound ?? {}
  if (!difference || from === undefined) return <Empty title={words.notCompared} />
  return <Difference difference={difference} heads={[`v${from}`, words.draft]} />
}

/** Runs a backtest of the document in the editor, without its cases. */
function Backtest({ origin, texts, faults }: Pick<BesideProps, 'origin' | 'texts' | 'faults'>) {
  if (!origin) return <Empty title={words.notRunYet} />
  const tried = () => ({ text: texts.document })
  return (
    <Needs scope="reports:read">
      <StartBacktest pack={origin} tried={tried} disabled={faults.length > 0} />
      <BacktestReport name={origin.name} />
    </Needs>
  )
}
