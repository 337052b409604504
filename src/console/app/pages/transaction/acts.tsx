// What operators do to one transaction, each by its scope; each is asked about before it is done.
import { useState } from 'preact/hooks'
import type { OpenAgenda } from '#src/journey/lifecycle/agenda-schema.ts'
import { Button } from '../../parts/inline.tsx'
import { useSession } from '../../shell/session.ts'
import { ActDialog } from './act-dialog.tsx'
import { type ActName, acts } from './act-list.ts'
import { useTransactionWords } from './words.ts'

/** Those that are pressed often; the others are quieter. */
const first = new Set<ActName>(['try-now', 'pause', 'resume', 'new-link'])

export function Acts({ id, agenda }: { id: string; agenda: OpenAgenda }) {
  const words = useTransactionWords()
  const { can } = useSession()
  const [open, setOpen] = useState<ActName>()
  const hidden = agenda.paused ? 'pause' : 'resume'
  const names = (Object.keys(acts) as ActName[]).filter((name) => name !== hidden)
  const kindOf = (name: ActName) =>
    acts[name].isFinal ? 'danger' : first.has(name) ? 'plain' : 'quiet'
  return (
    <>
      {names.map(
        (name) =>
          can(acts[name].scope) && (
            <Button key={name} kind={kindOf(name)} onClick={() => setOpen(name)}>
              {words.act[name]}
            </Button>
          ),
      )}
      {open && <ActDialog id={id} name={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
