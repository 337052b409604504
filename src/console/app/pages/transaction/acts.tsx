// What operators do to one transaction, each by its scope; each is asked about before it is done.
import { useState } from 'preact/hooks'
import type { OpenAgenda } from '#src/journey/lifecycle/agenda-schema.ts'
import { Button } from '../../parts/button.tsx'
import { useSession } from '../../shell/session.ts'
import { useWords } from '../../words/words.ts'
import { ActDialog } from './act-dialog.tsx'
import { type ActName, acts } from './act-list.ts'
import { transactionWords } from './words.ts'

/** Those that are pressed often; the others are behind one more press. */
const first = new Set<ActName>(['try-now', 'pause', 'resume', 'new-link'])

export function Acts({ id, agenda }: { id: string; agenda: OpenAgenda }) {
  const words = useWords(transactionWords)
  const { can } = useSession()
  const [open, setOpen] = useState<ActName>()
  const [isMore, setMore] = useState(false)
  const isPaused = agenda.paused !== undefined
  const allowed = (Object.keys(acts) as ActName[])
    .filter((name) => can(acts[name].scope))
    .filter((name) => name !== (isPaused ? 'pause' : 'resume'))
  const [shown, others] = [
    allowed.filter((name) => first.has(name)),
    allowed.filter((name) => !first.has(name)),
  ]
  const button = (name: ActName) => (
    <Button
      key={name}
      kind={acts[name].isFinal ? 'danger' : 'plain'}
      onClick={() => {
        setOpen(name)
        setMore(false)
      }}
    >
      {words.act[name]}
    </Button>
  )
  return (
    <>
      {shown.map(button)}
      {others.length > 0 && (
        <Button aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {words.more}
        </Button>
      )}
      {isMore && others.map(button)}
      {open && <ActDialog id={id} name={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
