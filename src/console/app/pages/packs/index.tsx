// The list of packs, with the live versions and the results of last week's runs.
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { PackOutcomes } from '#src/packs/statistics/schema.ts'
import { useGet } from '../../api/query.ts'
import { Opener } from '../../parts/acts.tsx'
import { Badge, kindOf } from '../../parts/inline.tsx'
import { Page as Frame } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { can } from '../../shell/session.ts'
import { mainVersion, packPage } from './paths.ts'
import { words } from './words.ts'
import './packs.css'
import { states } from '../../words/states.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultAt, Field, Form, textOf } from '../../parts/form.tsx'
import { useGo } from '../../shell/address.ts'

const days = 7
const againMs = 20_000

export function Page() {
  const packs = useGet<ListedName[]>('/v1/packs', { every: againMs })
  const outcomesPath = can('reports:read') ? '/v1/pack-outcomes' : undefined
  const outcomes = useGet<PackOutcomes>(outcomesPath, { asked: { days }, every: againMs })
  const countsOf = (pack: ListedName) => outcomes.data?.packs.find(({ name }) => name === pack.name)
  const outcomesOf = (pack: ListedName) => {
    const counts = countsOf(pack)
    return counts ? <OutcomeCounts counts={counts} /> : '–'
  }
  return (
    <Frame
      title={words.packs}
      lead={words.lead}
      acts={
        can('packs:write') && (
          <Opener kind="main" act={words.create}>
            {(onClose) => <NewPack packs={packs.data ?? []} onClose={onClose} />}
          </Opener>
        )
      }
    >
      <Table
        caption={words.packs}
        rows={packs.data}
        problem={packs.problem}
        keyOf={({ name }) => name}
        hrefOf={({ name }) => packPage(name)}
        columns={[
          { head: words.name, cell: ({ name }) => name },
          { head: words.live, cell: (pack) => <State pack={pack} /> },
          { head: words.shadow, from: 'wide', cell: ({ shadow }) => (shadow ? `v${shadow}` : '–') },
          { head: words.runsOf(days), from: 'medium', align: 'end', cell: (pack) => countsOf(pack)?.runs ?? '–' }, // prettier-ignore
          { head: words.open, from: 'medium', align: 'end', cell: (pack) => countsOf(pack)?.open ?? '–' }, // prettier-ignore
          { head: words.outcomes, from: 'medium', cell: outcomesOf },
        ]}
      />
    </Frame>
  )
}

const State = ({ pack: { live, awaiting } }: { pack: ListedName }) => (
  <>
    <Live live={live} /> {awaiting && <Badge kind="warn">{words.awaitsShort}</Badge>}
  </>
)

/** The version of new runs, or the shares of several versions. */
export function Live({ live }: Pick<ListedName, 'live'>) {
  const [only, second] = live
  if (!only) return <span class="soft">{words.nothingLive}</span>
  if (!second && only.percent === 100) return <>v{only.version}</>
  return <>{live.map(({ version, percent }) => words.share(version, percent)).join(' · ')}</>
}

const width = 72

/** The outcomes of runs as a bar and in words. */
export function OutcomeCounts({ counts }: { counts: PackOutcomes['packs'][number] }) {
  const { ending } = states
  const ended = counts.outcomes.map(({ outcome, count }) => ({ label: ending(outcome), kind: kindOf(outcome), count })) // prettier-ignore
  const failed = { label: words.technical, kind: 'quiet', count: counts.failed }
  const parts = [...ended, failed].filter(({ count }) => count > 0)
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return <span class="soft">–</span>
  let end = 0
  return (
    <span class="row tight pack-outcomes">
      <svg width={width} height="8" viewBox={`0 0 ${width} 8`} aria-hidden="true">
        {parts.map(({ label, kind, count }) => {
          const [start, length] = [end, (count / all) * width]
          end += length
          return <rect key={label} data-kind={kind} x={start} width={Math.max(1, length - 1)} height="8" /> // prettier-ignore
        })}
      </svg>
      <span>{parts.map(({ label, count }) => `${label}\u00a0${count}`).join(' · ')}</span>
    </span>
  )
}

/** Chooses the name of a new pack and the text that it begins with; nothing is stored before it is published. */
export function NewPack({
  packs,
  from = '',
  onClose,
}: {
  packs: readonly ListedName[]
  from?: string
  onClose: () => void
}) {
  const go = useGo()
  const open = (values: FormData) => {
    const name = textOf(values, 'name').trim()
    const source = packs.find((one) => one.name === values.get('from'))
    if (!/^[a-z][a-z0-9-]{0,63}$/.test(name) || packs.some((one) => one.name === name))
      throw faultAt('name', words.nameHint)
    const query = source && new URLSearchParams({ from: source.name, version: String(mainVersion(source)) }) // prettier-ignore
    go(packPage(name, `/edit${query ? `?${query}` : ''}`))
  }
  return (
    <Dialog title={words.create} onClose={onClose}>
      <Form run={open} submit={words.openEditor} onCancel={onClose}>
        <Field name="name" label={words.name} hint={words.nameHint} required autocomplete="off" />
        <Field
          name="from"
          label={words.beginWith}
          value={from}
          options={[
            { value: '', label: words.empty },
            ...packs.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      </Form>
    </Dialog>
  )
}
