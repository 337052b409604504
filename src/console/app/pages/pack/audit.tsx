// Who published, rolled out and agreed, the newest first.
import type { AuditEntry, AuditPage } from '#src/platform/audit/schema.ts'
import { api } from '../../api/client.ts'
import { useCursor } from '../../api/query.ts'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/inline.tsx'
import { useShellWords } from '../../shell/words.ts'
import { useActions } from '../audit/actions.ts'
import { Actor } from '../audit/entry.tsx'
import type { OfVersion } from '../packs/paths.ts'
import { useOnePackWords } from './words.ts'

const size = 50
/** What is audited bears names, and not of packs alone. */
const isOfPacks = /^(?:pack|second)\./

export function Audit({ pack: { name } }: OfVersion) {
  const words = useOnePackWords()
  const modes = useShellWords().mode
  const { say } = useActions()
  const sayDetails = ({ details: { version, percent, shadow } = {} }: AuditEntry) =>
    [
      version !== undefined && `v${version}`,
      percent !== undefined && `${percent} %`,
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
        { head: words.what, cell: ({ action }) => say(action) },
        { head: words.by, cell: ({ actor }) => <Actor actor={actor} /> },
        { head: words.mode, from: 'medium', cell: ({ mode }) => (mode ? modes[mode] : '–') },
        { head: words.details, from: 'medium', cell: sayDetails },
      ]}
    />
  )
}
