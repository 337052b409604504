// The list of packs: what is live, and what became of the runs of the last week.
import { useState } from 'preact/hooks'
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { PackOutcomes } from '#src/packs/statistics/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Page as Frame } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useSession } from '../../shell/session.ts'
import { useWords } from '../../words/words.ts'
import { NewPack } from './new-pack.tsx'
import { OutcomeCounts } from './outcome-counts.tsx'
import { packPage } from './paths.ts'
import { packWords } from './words.ts'
import './packs.css'

const days = 7
const againMs = 20_000

type Row = ListedName & { readonly counts: PackOutcomes['packs'][number] | undefined }

export function Page() {
  const words = useWords(packWords)
  const { can } = useSession()
  const [isMaking, setMaking] = useState(false)
  const packs = useQuery('packs', () => api.get<ListedName[]>('/v1/packs'), { every: againMs })
  const counted = useQuery(
    can('reports:read') ? `pack-outcomes ${days}` : undefined,
    () => api.get<PackOutcomes>('/v1/pack-outcomes', { days }),
    { every: againMs },
  )
  const rows = (packs.data ?? []).map((pack) => ({
    ...pack,
    counts: counted.data?.packs.find(({ name }) => name === pack.name),
  }))
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
        columns={columnsOf(words)}
        rows={rows}
        keyOf={({ name }) => name}
        hrefOf={({ name }) => packPage(name)}
        problem={packs.problem}
      />
      {isMaking && <NewPack packs={packs.data ?? []} onClose={() => setMaking(false)} />}
    </Frame>
  )
}

const columnsOf = (words: (typeof packWords)['pt']): Column<Row>[] => [
  { head: words.name, cell: ({ name }) => name },
  {
    head: words.live,
    cell: (one) => (
      <>
        <Live {...one} /> {one.awaiting && <Badge kind="warn">{words.awaitsShort}</Badge>}
      </>
    ),
  },
  {
    head: words.shadow,
    from: 'wide',
    cell: ({ shadow }) => (shadow === undefined ? '–' : `v${shadow}`),
  },
  {
    head: words.runsOf(days),
    from: 'medium',
    align: 'end',
    cell: ({ counts }) => counts?.runs ?? '–',
  },
  { head: words.open, from: 'medium', align: 'end', cell: ({ counts }) => counts?.open ?? '–' },
  {
    head: words.outcomes,
    from: 'medium',
    cell: ({ counts }) => (counts ? <OutcomeCounts counts={counts} /> : '–'),
  },
]

/** What new runs get, with shares where there is more than one version. */
export function Live({ live }: Pick<ListedName, 'live'>) {
  const words = useWords(packWords)
  const [only, second] = live
  if (!only) return <span class="soft">{words.nothingLive}</span>
  if (!second && only.percent === 100) return <>v{only.version}</>
  return <>{live.map(({ version, percent }) => words.share(version, percent)).join(' · ')}</>
}
