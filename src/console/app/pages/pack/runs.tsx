// The runs of a pack, filtered by the address.
import type { RunList } from '#src/packs/history/schema.ts'
import type { AuditEntry, AuditPage } from '#src/platform/audit/schema.ts'
import { api, useCursor } from '../../api/query.ts'
import { Filter } from '../../parts/filter.tsx'
import { optionsOf } from '../../parts/form.tsx'
import { Code, Outcome, Time } from '../../parts/inline.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { words as shellWords } from '../../shell/words.ts'
import { states } from '../../words/states.ts'
import { Actor } from '../audit/index.tsx'
import { sayAction } from '../audit/words.ts'
import { type OfVersion, packPath, runPage, versionOptions } from '../packs/paths.ts'
import { words } from '../packs/words.ts'

const statuses = ['processing', 'partial', 'completed']
const outcomes = ['approved', 'rejected', 'review', 'cancelled']

export function Runs({ pack }: OfVersion) {
  const { name } = pack
  const [values, set] = useAddress(['status', 'outcome', 'of'])
  const { status, outcome, of: version } = values
  const list = useCursor(
    `pack-runs ${name} ${JSON.stringify(values)}`,
    async (cursor) => {
      const asked = { status, outcome, version, cursor }
      const { runs, next } = await api.get<RunList>(packPath(name, 'runs'), asked)
      return { items: runs, next }
    },
    { every: 10_000 },
  )
  const sayWaits = (waits: readonly string[]) => waits.map(states.what).join(', ') || '–'
  return (
    <>
      <Filter
        values={values}
        onChange={set}
        fields={[
          { name: 'status', label: words.state, options: optionsOf(statuses, states.status) },
          { name: 'outcome', label: words.outcome, options: optionsOf(outcomes, states.outcome) },
          { name: 'of', label: words.version, options: versionOptions(pack) },
        ]}
      />
      <Table
        {...list}
        caption={words.tab.runs}
        keyOf={({ runId }) => runId}
        hrefOf={({ transactionId }) => runPage(name, transactionId)}
        columns={[
          { head: words.transaction, cell: (run) => <Code text={run.transactionId} short /> },
          { head: words.outcome, cell: (run) => <Outcome {...run} /> },
          { head: words.why, from: 'medium', cell: (run) => states.reason(run.stopReason ?? '–') },
          { head: words.waitsFor, from: 'wide', cell: (run) => sayWaits(run.waitingFor) },
          { head: words.version, from: 'medium', cell: (run) => `v${run.packVersion}` },
          { head: words.began, cell: ({ startedAt }) => <Time at={startedAt} /> },
        ]}
      />
    </>
  )
}

const size = 50
/** The audit entries about this pack's name include actions on other things of the same name, so they are filtered. */
const isOfPacks = /^(?:pack|second)\./

/** Who published, rolled out and confirmed versions, the newest first. */
export function Audit({ pack: { name } }: OfVersion) {
  const modes = shellWords.mode
  const sayDetails = ({ details: { version, percent, shadow } = {} }: AuditEntry) =>
    [
      version !== undefined && `v${version}`,
      typeof percent === 'number' && words.inPercent(percent),
      shadow !== undefined && `${words.shadow}: v${shadow}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const list = useCursor(`audit of ${name}`, async (after) => {
    const asked = { object: name, order: 'newest', limit: size, after }
    const { entries, next } = await api.get<AuditPage>('/v1/audit', asked)
    const items = entries.filter(({ action }) => isOfPacks.test(action))
    return { items, next: entries.length < size ? undefined : next }
  })
  return (
    <Table
      {...list}
      caption={words.tab.audit}
      keyOf={({ id }) => id}
      columns={[
        { head: words.when, cell: ({ time }) => <Time at={time} /> },
        { head: words.what, cell: ({ action }) => sayAction(action) },
        { head: words.by, from: 'medium', cell: ({ actor }) => <Actor actor={actor} /> },
        { head: words.mode, from: 'medium', cell: ({ mode }) => (mode ? modes[mode] : '–') },
        { head: words.details, cell: sayDetails },
      ]}
    />
  )
}
