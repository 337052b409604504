// The fields of a value, by its kind.
import { Field, optionsIn } from '../../parts/form.tsx'
import { type Kind, kinds } from './value.ts'
import { useListWords } from './words.ts'

type Props = {
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
  readonly isFixed?: boolean
  readonly error?: string | undefined
}

export function ValueFields({ kind, onKind, isFixed = false, error }: Props) {
  const words = useListWords()
  const { value } = words
  return (
    <>
      <Field
        name="kind"
        kind="select"
        label={words.what}
        options={optionsIn(words.kind)}
        value={kind}
        disabled={isFixed}
        onInput={(chosen) => onKind(kinds.find((one) => one === chosen) ?? 'document')}
      />
      {kind === 'document' && (
        <>
          <Field name="document" label={value.document} error={error} required autocomplete="off" />
          <Field name="country" label={value.country} maxLength={3} autocomplete="off" />
        </>
      )}
      {kind === 'phone' && (
        <Field name="phone" label={value.phone} error={error} required autocomplete="off" />
      )}
      {kind === 'device' && (
        <Field name="deviceId" label={value.deviceId} error={error} required autocomplete="off" />
      )}
      {kind === 'card' && (
        <>
          <Field name="bin" label={value.bin} error={error} required autocomplete="off" />
          <Field name="last4" label={value.last4} required autocomplete="off" />
        </>
      )}
      {kind === 'address' && (
        <>
          <Field name="zipCode" label={value.zipCode} error={error} required autocomplete="off" />
          <Field name="number" label={value.number} required autocomplete="off" />
          <Field name="complement" label={value.complement} autocomplete="off" />
        </>
      )}
    </>
  )
}
