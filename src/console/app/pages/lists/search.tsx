// Shows what both lists contain about a value, which is sent in a body and stored nowhere.
import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { faultAt, Form } from '../../parts/form.tsx'
import { Pairs } from '../../parts/page.tsx'
import { Time } from '../../parts/inline.tsx'
import { type Entry, firstOf, type ListName, type Kind, readValue } from './value.ts'
import { ValueFields } from './add.tsx'
import { words } from './words.ts'

type Found = readonly (readonly [ListName, Entry])[]

export function SearchEntry({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('document')
  const [found, setFound] = useState<Found>()
  const find = async (values: FormData) => {
    setFound(undefined)
    const value = readValue(kind, values)
    if (!value) throw faultAt(firstOf[kind], words.unread)
    const ask = async (list: ListName) => {
      const entries = await api.post<Entry[]>(`/v1/lists/${list}/search`, value)
      return entries.map((one) => [list, one] as const)
    }
    setFound((await Promise.all([ask('deny'), ask('allow')])).flat())
  }
  return (
    <Dialog title={words.search} onClose={onClose}>
      <p class="soft">{words.searchLead}</p>
      <Form submit={words.look} run={find} onCancel={onClose}>
        <ValueFields kind={kind} onKind={setKind} />
      </Form>
      <div role="status">
        {found?.length === 0 && <p>{words.notListed}</p>}
        {found?.map(([list, entry]) => (
          <div key={entry.id} class="card">
            <h3>{words.listed(words[list])}</h3>
            <Pairs
              items={[
                entry.action && [words.head.action, words.action[entry.action]],
                entry.role && [words.head.role, words.role[entry.role]],
                [words.head.evidence, words.evidence[entry.evidence]],
                entry.reference && [words.head.reference, entry.reference],
                [words.head.expires, <Time at={entry.expiresAt} exact />],
                entry.awaiting && [words.head.awaiting, words.awaiting],
              ]}
            />
          </div>
        ))}
      </div>
    </Dialog>
  )
}
