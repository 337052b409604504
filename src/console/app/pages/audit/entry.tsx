// One row of the audit, whole; what it names leads to the others of the same.
import type { AuditEntry } from '#src/platform/audit/schema.ts'
import type { ComponentChildren } from 'preact'
import { Button, Code, Time, TransactionLink } from '../../parts/inline.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { Pairs } from '../../parts/page.tsx'
import { useSession } from '../../shell/session.ts'
import { useActions, useAuditWords } from './words.ts'

export function Actor({ actor: { kind, id } }: Pick<AuditEntry, 'actor'>) {
  const words = useAuditWords()
  const { actor } = useSession()
  if (id !== undefined && id === actor) return <strong>{words.you}</strong>
  const isNamed = kind === 'subject' || kind === 'key'
  return (
    <>
      {!(isNamed && id) && words.kinds[kind]}
      {kind === 'key' && `${words.kinds.key} `}
      {id && isNamed && <Code text={id} short />}
    </>
  )
}

export const sayDetails = ({ details = {} }: AuditEntry): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(' · ')

type EntryProps = {
  readonly entry: AuditEntry
  readonly onClose: () => void
  readonly onFilter: (patch: Record<string, string | undefined>) => void
}

export function Entry({ entry, onClose, onFilter }: EntryProps) {
  const words = useAuditWords()
  const { say } = useActions()
  const { action, actor, object, transactionId, requestId, mode, time, details = {} } = entry
  const only = (name: string, value: string, shown: ComponentChildren) => (
    <>
      {shown}{' '}
      <Button kind="quiet" onClick={() => onFilter({ [name]: value, entry: undefined })}>
        {words.onlyThis}
      </Button>
    </>
  )
  const way = <TransactionLink id={transactionId ?? ''} />
  const who = (
    <>
      <Actor actor={actor} /> <Code text={actor.id ?? ''} copy />
    </>
  )
  return (
    <Drawer title={say(action)} onClose={onClose}>
      <Pairs
        items={[
          [words.when, <Time at={time} exact />],
          [words.who, actor.id ? only('actor', actor.id, who) : words.kinds[actor.kind]],
          object && [words.object, only('object', object, <Code text={object} copy />)],
          transactionId && [words.transaction, only('transactionId', transactionId, way)],
          requestId && [words.request, <Code text={requestId} copy />],
          mode && [words.mode, mode],
          [words.code, only('action', action, <Code text={action} />)],
          ...Object.entries(details).map(([name, value]) => [name, String(value)] as const),
        ]}
      />
    </Drawer>
  )
}
