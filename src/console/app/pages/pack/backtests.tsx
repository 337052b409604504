// Backtests of a pack: what another version would have decided for past transactions.
import type { ListedBacktests } from '#src/packs/backtest/schema.ts'
import { useGet } from '../../api/query.ts'
import { Field } from '../../parts/form.tsx'
import { Time } from '../../parts/inline.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { can } from '../../shell/session.ts'
import { BacktestReport, BacktestState, StartBacktest } from '../packs/backtest.tsx'
import { type OfVersion, packPage, packPath, versionOptions } from '../packs/paths.ts'
import { words } from '../packs/words.ts'

const againMs = 4_000

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
  const list = useGet<ListedBacktests>(packPath(name, 'backtests'), { every: againMs })
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
