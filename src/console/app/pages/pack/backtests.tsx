// Backtests of a pack: what another version would have decided for past transactions.
import type { ListedBacktests, PackBacktest } from '#src/packs/backtest/schema.ts'
import { api, stale, useAct, useGet } from '../../api/query.ts'
import { Badge, Button, kindOf, Time } from '../../parts/inline.tsx'
import { Field } from '../../parts/form.tsx'
import { Empty, ProblemNote, Section, Waiting } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { useSession } from '../../shell/session.ts'
import { Comparison } from '../packs/reports.tsx'
import { type OfVersion, packPage, packPath, versionOptions } from '../packs/paths.ts'
import { usePackWords } from '../packs/words.ts'

const againMs = 2_000

export function Backtests(props: OfVersion) {
  const { can } = useSession()
  const [{ backtest }] = useAddress(['backtest'])
  const { name } = props.pack
  return (
    <>
      {can('packs:write') && <Start {...props} />}
      {backtest && <One key={backtest} name={name} id={backtest} />}
      <All name={name} />
    </>
  )
}

function Start({ pack, version }: OfVersion) {
  const words = usePackWords()
  const [, set] = useAddress(['backtest'])
  const path = packPath(pack.name, 'backtests')
  const { act, busy, problem } = useAct(async (values: FormData) => {
    const { id } = await api.post<{ id: string }>(path, {
      version: Number(values.get('version')),
      limit: Number(values.get('limit')),
      against: Number(values.get('against')) || undefined,
    })
    stale(path)
    set({ backtest: id }, true)
  })
  const options = versionOptions(pack)
  const against = { value: String(pack.live[0]?.version ?? ''), options: [{ value: '', label: words.all }, ...options] } // prettier-ignore
  const limit = { value: '10000', min: 1, max: 1_000_000, required: true }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void act(new FormData(event.currentTarget))
      }}
    >
      <p class="soft">{words.backtestLead}</p>
      <div class="filter">
        <Field name="version" label={words.tryVersion} value={String(version)} options={options} />{' '}
        {/* prettier-ignore */}
        <Field name="against" label={words.only} {...against} />
        <Field name="limit" label={words.limit} kind="number" {...limit} />
        <Button kind="main" type="submit" busy={busy}>
          {words.start}
        </Button>
      </div>
      {problem && <ProblemNote problem={problem} />}
    </form>
  )
}

function All({ name }: { name: string }) {
  const words = usePackWords()
  const list = useGet<ListedBacktests>(packPath(name, 'backtests'), { every: againMs * 2 })
  const sayVersions = ({ version, against }: ListedBacktests['backtests'][number]) =>
    `v${version}${against === undefined ? '' : ` ← v${against}`}`
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
          { head: words.state, cell: (one) => <State {...one} /> },
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

function One({ name, id }: { name: string; id: string }) {
  const words = usePackWords()
  const query = useGet<PackBacktest>(packPath(name, `backtests/${id}`), { every: againMs })
  if (!query.data) return <Waiting {...query} />
  const { version, status, progress } = query.data
  return (
    <Section title={`${words.tab.backtests}: ${words.versionOf(version)}`}>
      <div class="stack" aria-live="polite" aria-busy={status === 'running'}>
        <p>
          <State {...query.data} /> {status === 'running' && <progress max="1" value={progress} />}
        </p>
        <Comparison name={name} report={query.data} />
      </div>
    </Section>
  )
}

function State({ status, progress }: Pick<PackBacktest, 'status' | 'progress'>) {
  const words = usePackWords()
  return (
    <Badge kind={kindOf(status)}>
      {words.backtest[status]}
      {status === 'running' && ` ${Math.round(progress * 100)} %`}
    </Badge>
  )
}
