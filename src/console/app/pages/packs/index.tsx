// The list of packs: what is live, and what became of the runs of the last week.
import { useState } from 'preact/hooks'
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { PackOutcomes } from '#src/packs/statistics/schema.ts'
import { useGet } from '../../api/query.ts'
import { Badge, Button } from '../../parts/inline.tsx'
import { Page as Frame } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../shell/session.ts'
import { NewPack } from './new-pack.tsx'
import { OutcomeCounts } from './outcome-counts.tsx'
import { packPage } from './paths.ts'
import { usePackWords } from './words.ts'
import './packs.css'

const days = 7
const againMs = 20_000

export function Page() {
  const words = usePackWords()
  const { can } = useSession()
  const [isMaking, setMaking] = useState(false)
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
          <Button kind="main" onClick={() => setMaking(true)}>
            {words.create}
          </Button>
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
      {isMaking && <NewPack packs={packs.data ?? []} onClose={() => setMaking(false)} />}
    </Frame>
  )
}

function State({ pack: { live, awaiting } }: { pack: ListedName }) {
  const words = usePackWords()
  return (
    <>
      <Live live={live} /> {awaiting && <Badge kind="warn">{words.awaitsShort}</Badge>}
    </>
  )
}

/** What new runs get, with shares where there is more than one version. */
export function Live({ live }: Pick<ListedName, 'live'>) {
  const words = usePackWords()
  const [only, second] = live
  if (!only) return <span class="soft">{words.nothingLive}</span>
  if (!second && only.percent === 100) return <>v{only.version}</>
  return <>{live.map(({ version, percent }) => words.share(version, percent)).join(' · ')}</>
}
