import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Needs } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useWords } from '../../words/words.ts'
import { onePackWords } from './words.ts'

type Entry = {
  readonly id: string
  readonly time: string
  readonly action: string
  readonly actor: { readonly kind: string; readonly id?: string }
  readonly mode?: string
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

const pageMax = 1_000

/** Who published, rolled out and agreed, newest first. */
export const Audit = ({ name }: { name: string }) => (
  <Needs scope="audit:read">
    <Entries name={name} />
  </Needs>
)

function Entries({ name }: { name: string }) {
  const words = useWords(onePackWords)
  const actions: Readonly<Record<string, string>> = words.action
  const query = useQuery(`pack-audit ${name}`, () =>
    api.get<{ entries: Entry[] }>('/v1/audit', { object: name, limit: pageMax }),
  )
  const rows = (query.data?.entries ?? []).filter(({ action }) => action in actions)
  return (
    <Table
      caption={words.tab.audit}
      rows={rows.toReversed()}
      keyOf={({ time, action }) => `${time} ${action}`}
      problem={query.problem}
      columns={[
        { head: words.when, cell: ({ time }) => <Time at={time} /> },
        { head: words.what, cell: ({ action }) => actions[action] ?? action },
        { head: words.by, cell: ({ actor }) => `${actor.kind} ${actor.id?.slice(0, 12) ?? ''}` },
        { head: words.mode, from: 'medium', cell: ({ mode = '–' }) => mode },
        {
          head: words.details,
          from: 'medium',
          cell: ({ details = {} }) =>
            Object.entries(details)
              .map(([key, value]) => `${key} ${value}`)
              .join(', '),
        },
      ]}
    />
  )
}
