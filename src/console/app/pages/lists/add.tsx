// Adds an entry after describing its effect; a second person confirms by adding the same entry.
import { useState } from 'preact/hooks'
import { api, stale } from '../../api/query.ts'
import { faultAt, Field, FormDialog, textOf } from '../../parts/form.tsx'
import { notify } from '../../shell/notices.tsx'
import { type Entry, firstOf, type Kind, kinds, type ListName, readValue } from './value.ts'
import { words } from './words.ts'

type Props = {
  readonly list: ListName
  /** The entry of a first person that this person may confirm. */
  readonly awaited?: Entry | undefined
  readonly onClose: () => void
}

type Answer = { readonly awaiting?: 'second' }

export function AddEntry({ list, awaited, onClose }: Props) {
  const [kind, setKind] = useState(awaited?.kind ?? 'document')
  const [role, setRole] = useState<string>(awaited?.role ?? 'author')
  const [action, setAction] = useState<string>(awaited ? (awaited.action === 'review' ? 'reject' : 'review') : 'review') // prettier-ignore
  const add = async (values: FormData) => {
    const value = readValue(kind, values)
    if (!value) throw faultAt(firstOf[kind], words.unread)
    const [reference, until] = [textOf(values, 'reference'), textOf(values, 'expires')]
    const { awaiting } = await api.post<Answer>(`/v1/lists/${list}`, {
      ...value,
      evidence: textOf(values, 'evidence'),
      ...(list === 'deny' && { role, action }),
      ...(reference !== '' && { reference }),
      ...(until !== '' && { expiresAt: `${until}T00:00:00Z` }),
    })
    notify(awaiting === 'second' ? words.addedFirst : words.added)
    stale('lists')
  }

  const day = awaited?.expiresAt.endsWith('T00:00:00.000Z') ? awaited.expiresAt.slice(0, 10) : ''
  const does = list === 'allow' ? 'allow' : role === 'victim' ? 'victim' : action === 'reject' ? 'reject' : 'review' // prettier-ignore
  return (
    <FormDialog
      title={list === 'deny' ? words.addDeny : words.addAllow}
      lead={awaited && <p class="soft">{words.confirmLead}</p>}
      submit={words.add}
      run={add}
      onClose={onClose}
    >
      <ValueFields kind={kind} onKind={setKind} isFixed={awaited !== undefined} />
      {list === 'deny' && (
        <>
          <Field
            name="role"
            label={words.head.role}
            options={words.role}
            value={role}
            onInput={setRole}
          />
          <Field
            name="action"
            label={words.head.action}
            options={words.action}
            value={action}
            onInput={setAction}
          />
        </>
      )}
      <p class="note" data-kind="info" role="status">
        {words.does[does]}
      </p>
      <Field
        name="evidence"
        label={words.head.evidence}
        options={words.evidence}
        value={awaited?.evidence}
      />
      <Field name="reference" label={words.reference} maxLength={80} value={awaited?.reference} />
      <Field name="expires" kind="date" label={words.expires} value={day} />
    </FormDialog>
  )
}

type ValueProps = {
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
  readonly isFixed?: boolean
}

/** The input fields for a value, by its kind. */
export function ValueFields({ kind, onKind, isFixed = false }: ValueProps) {
  const { value } = words
  return (
    <>
      <Field
        name="kind"
        label={words.what}
        options={words.kind}
        value={kind}
        disabled={isFixed}
        onInput={(chosen) => onKind(kinds.find((one) => one === chosen) ?? 'document')}
      />
      {kind === 'document' && (
        <>
          <Field name="document" label={value.document} required autocomplete="off" />
          <Field name="country" label={value.country} maxLength={3} autocomplete="off" />
        </>
      )}
      {kind === 'phone' && <Field name="phone" label={value.phone} required autocomplete="off" />}
      {kind === 'device' && (
        <Field name="deviceId" label={value.deviceId} required autocomplete="off" />
      )}
      {kind === 'card' && (
        <>
          <Field name="bin" label={value.bin} required autocomplete="off" />
          <Field name="last4" label={value.last4} required autocomplete="off" />
        </>
      )}
      {kind === 'address' && (
        <>
          <Field name="zipCode" label={value.zipCode} required autocomplete="off" />
          <Field name="number" label={value.number} required autocomplete="off" />
          <Field name="complement" label={value.complement} autocomplete="off" />
        </>
      )}
    </>
  )
}
