import type { ListedName } from '#src/journey/registry/schema.ts'
import type { RunList } from '#src/packs/history/schema.ts'
import { api } from '../../api/client.ts'
import { useCursor } from '../../api/query.ts'
import { Outcome } from '../../parts/badge.tsx'
import { Code } from '../../parts/code.tsx'
import { Filter } from '../../parts/filter.tsx'
import { Needs } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAddress } from '../../shell/address.ts'
import { useStates } from '../../words/states.ts'
import { useWords } from '../../words/words.ts'
import { packPath, runPage } from '../packs/paths.ts'
import { packWords } from '../packs/words.ts'
import { onePackWords } from './words.ts'

const names = ['status', 'outcome', 'of'] as const
const againMs = 10_000

export const Runs = ({ pack }: { pack: ListedName }) => (
  <Needs scope="reports:read">
    <Found pack={pack} />
  </Needs>
)

function Found({ pack: { name, versions } }: { pack: ListedName }) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  const states = useStates()
  const [values, set] = useAddress(names)
  const { status, outcome, of: version } = values
  const list = useCursor(
    `pack-runs ${name} ${JSON.stringify(values)}`,
    async (cursor) => {
      const query = { status, outcome, version, cursor }
      const { runs, next } = await api.get<RunList>(packPath(name, 'runs'), query)
      return { items: runs, next }
    },
    { every: againMs },
  )
  const choices = (codes: readonly string[], say: (code: string) => string) =>
    codes.map((value) => ({ value, label: say(value) }))
  return (
    <>
      <Filter
        values={values}
        onChange={set}
        fields={[
          { name: 'status', label: words.state, options: choices(['processing', 'partial', 'completed'], states.status) }, // prettier-ignore
          { name: 'outcome', label: words.outcome, options: choices(['approved', 'rejected', 'review', 'cancelled'], states.outcome) }, // prettier-ignore
          { name: 'of', label: shared.version, options: versions.map((one) => ({ value: String(one.version), label: `v${one.version}` })) }, // prettier-ignore
        ]}
      />
      <Table
        caption={words.tab.runs}
        rows={list.rows}
        keyOf={({ runId }) => runId}
        hrefOf={({ transactionId }) => runPage(name, transactionId)}
        problem={list.problem}
        more={list.more}
        columns={[
          { head: words.transaction, cell: ({ transactionId }) => <Code text={transactionId} short /> }, // prettier-ignore
          {
            head: words.outcome,
            cell: (run) => <Outcome {...run} />,
          },
          { head: words.why, from: 'medium', cell: (run) => run.stopReason ?? '–' },
          { head: words.waitsFor, from: 'wide', cell: (run) => run.waitingFor.map(states.what).join(', ') || '–' }, // prettier-ignore
          { head: shared.version, from: 'medium', cell: (run) => `v${run.packVersion}` },
          { head: words.began, cell: ({ startedAt }) => <Time at={startedAt} /> },
        ]}
      />
    </>
  )
}
