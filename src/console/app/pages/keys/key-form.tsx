// What a new key is for, what it may do, and for how long.
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { useSession } from '../../shell/session.ts'
import { useKeyWords } from './words.ts'

export type KeyFields = {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresInDays: number
}

type FormProps = {
  readonly onSave: (fields: KeyFields) => Promise<void>
  readonly onClose: () => void
}

const lives = [30, 90, 180, 366]
/** The operator’s own credentials alone have it. */
const notForKeys = 'tenants:admin'

export function KeyForm({ onSave, onClose }: FormProps) {
  const words = useKeyWords()
  const { scopes } = useSession()
  const offered = scopes.filter((one) => one !== notForKeys).toSorted()
  const read = (values: FormData): KeyFields => ({
    name: textOf(values, 'name'),
    scopes: offered.filter((one) => values.has(one)),
    expiresInDays: Number(textOf(values, 'expiresInDays')),
  })
  return (
    <FormDialog
      title={words.make}
      submit={words.makeIt}
      run={(values) => onSave(read(values))}
      onClose={onClose}
    >
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        required
        autoFocus
        maxLength={60}
      />
      <Field
        name="expiresInDays"
        kind="select"
        label={words.life}
        value="90"
        options={lives.map((days) => ({ value: String(days), label: words.days(days) }))}
      />
      <fieldset class="keys-choices">
        <legend>{words.scopes}</legend>
        <p class="hint">{words.scopesHint}</p>
        {offered.map((one) => (
          <Field key={one} name={one} kind="checkbox" label={one} />
        ))}
      </fieldset>
    </FormDialog>
  )
}
