// Backtests of a pack: the form that starts one over past runs, its report, whose id is in the address, and the list of
// all.
import type { ComponentChildren } from 'preact'
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { PackBacktest, ListedBacktests } from '#src/packs/backtest/schema.ts'
import { api, stale, useAct, useGet } from '../../api/query.ts'
import { Field, submits } from '../../parts/form.tsx'
import { Badge, Button, kindOf, Time } from '../../parts/inline.tsx'
import { ProblemNote, Section, Waiting, Empty } from '../../parts/page.tsx'
import { useAddress } from '../../shell/address.ts'
import { Comparison } from './reports.tsx'
import { packPath, versionOptions, type OfVersion, packPage } from './paths.ts'
import { words } from './words.ts'
import { Table } from '../../parts/table.tsx'
import { can } from '../../shell/session.ts'

const [runningMs, listMs] = [2_000, 4_000]

type StartProps = {
  /** The pack whose past runs are used. */
  readonly pack: ListedName
  /** Reads the version or text to try from the form. */
  readonly tried: (values: FormData) => { readonly version: number } | { readonly text: string }
  readonly disabled?: boolean
  /** A further field before the others. */
  readonly children?: ComponentChildren
}

export function StartBacktest({ pack, tried, disabled = false, children }: StartProps) {
  const [, set] = useAddress(['backtest'])
  const path = packPath(pack.name, 'backtests')
  const { act, busy, problem } = useAct(async (values: FormData) => {
    const { id } = await api.post<{ id: string }>(path, {
      ...tried(values),
      limit: Number(values.get('limit')),
      against: Number(values.get('against')) || undefined,
    })
    stale(path)
    set({ backtest: id }, true)
  })
  const options = [{ value: '', label: words.all }, ...versionOptions(pack)]
  const against = { value: String(pack.live[0]?.version ?? ''), options }
  const limit = { value: '10000', min: 1, max: 1_000_000, required: true }
  return (
    <form class="stack" onSubmit={submits(act)}>
      <p class="soft">{words.backtestLead(pack.name)}</p>
      <div class="filter">
        {children}
        <Field name="against" label={words.only} {...against} />
        <Field name="limit" label={words.limit} kind="number" {...limit} />
        <Button kind="main" type="submit" busy={busy} disabled={disabled}>
          {words.start}
        </Button>
      </div>
      {problem && <ProblemNote problem={problem} />}
    </form>
  )
}

/** The report of the backtest in the address; nothing without one. */
export function BacktestReport({ name }: { name: string }) {
  const [{ backtest }] = useAddress(['backtest'])
  const path = backtest && packPath(name, `backtests/${backtest}`)
  const query = useGet<PackBacktest>(path, { every: runningMs })
  if (!path) return null
  if (!query.data) return <Waiting {...query} />
  const { status, progress } = query.data
  return (
    <Section title={`${words.aBacktest}: ${words.triedOf(query.data.version)}`}>
      <div class="stack" aria-live="polite" aria-busy={status === 'running'}>
        <p>
          <BacktestState {...query.data} />{' '}
          {status === 'running' && <progress max="1" value={progress} />}
        </p>
        <Comparison name={name} report={query.data} />
      </div>
    </Section>
  )
}

const BacktestState = ({ status, progress }: Pick<PackBacktest, 'status' | 'progress'>) => (
  <Badge kind={kindOf(status)}>
    {words.backtest[status]}
    {status === 'running' && ` ${words.inPercent(Math.round(progress * 100))}`}
  </Badge>
)

export function Backtests({ pack, version }: OfVersion) {
  const choice = { value: String(version), options: versionOptions(pack) }
  return (
    <>
      {can('packs:write') && (
        <StartBacktest pack={pack} tried={(values) => ({ version: Number(values.get('version')) })}>
          <Field name="version" label={words.tryVersion} {...choice} />
        </StartBacktest>
      )}
      <BacktestReport name={pack.name} />
      <All name={pack.name} />
    </>
  )
}

function All({ name }: { name: string }) {
  const list = useGet<ListedBacktests>(packPath(name, 'backtests'), { every: listMs })
  const sayVersions = ({ version, against }: ListedBacktests['backtests'][number]) =>
    words.triedOf(version) + (against === undefined ? '' : words.overRuns(against))
  return (
    <Section title={words.tab.backtests}>
      <Table
        caption={words.tab.backtests}
        rows={list.data?.backtests}
        problem={list.problem}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => packPage(name, `?tab=backtests&backtest=${id}`)}
        empty={<Empty title={words.noBacktests} />}
        columns={[
          { head: words.version, cell: sayVersions },
          { head: words.state, cell: (one) => <BacktestState {...one} /> },
          { head: words.compared, align: 'end', cell: ({ compared }) => compared },
          { head: words.changed, align: 'end', cell: ({ changed }) => changed },
          {
            head: words.undecidable,
            align: 'end',
            from: 'medium',
            cell: (one) => one.undecidable,
          },
          { head: words.began, from: 'medium', cell: (one) => <Time at={one.createdAt} /> },
        ]}
      />
    </Section>
  )
}
