// What a new key is for, what it may do, and for how long.
import type { Problem } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Form, textOf } from '../../parts/form.tsx'
import { useSession } from '../../shell/session.ts'
import { useWords } from '../../words/words.ts'
import { keyWords } from './words.ts'

export type KeyFields = {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresInDays: number
}

type FormProps = {
  readonly onSave: (fields: KeyFields) => void
  readonly onClose: () => void
  readonly busy: boolean
  readonly problem: Problem | undefined
}

const lives = [30, 90, 180, 366]
/** The operator’s own credentials alone have it. */
const notForKeys = 'tenants:admin'

export function KeyForm({ onSave, onClose, busy, problem }: FormProps) {
  const words = useWords(keyWords)
  const { scopes } = useSession()
  const offered = scopes.filter((one) => one !== notForKeys).toSorted()
  const read = (values: FormData): KeyFields => ({
    name: textOf(values, 'name'),
    scopes: offered.filter((one) => values.has(one)),
    expiresInDays: Number(textOf(values, 'expiresInDays')),
  })
  return (
    <Dialog title={words.make} onClose={onClose}>
      <Form
        submit={words.makeIt}
        busy={busy}
        problem={problem}
        onCancel={onClose}
        onSubmit={(values) => onSave(read(values))}
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
      </Form>
    </Dialog>
  )
}
