import { useState } from 'preact/hooks'
import type { ListedName } from '#src/journey/registry/schema.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Form, textOf } from '../../parts/form.tsx'
import { useGo } from '../../shell/address.ts'
import { mainVersion, packPage } from './paths.ts'
import { usePackWords } from './words.ts'

/** A name, and what the text begins with; nothing is made before it is published. */
export function NewPack({
  packs,
  from = '',
  onClose,
}: {
  packs: readonly ListedName[]
  from?: string
  onClose: () => void
}) {
  const words = usePackWords()
  const go = useGo()
  const [fault, setFault] = useState<string>()
  const open = (values: FormData) => {
    const name = textOf(values, 'name').trim()
    const source = packs.find((one) => one.name === values.get('from'))
    if (!/^[a-z][a-z0-9-]{0,63}$/.test(name) || packs.some((one) => one.name === name))
      return setFault(words.nameHint)
    const query = source && new URLSearchParams({ from: source.name, version: String(mainVersion(source)) }) // prettier-ignore
    go(packPage(name, `/edit${query ? `?${query}` : ''}`))
  }
  return (
    <Dialog title={words.create} onClose={onClose}>
      <Form onSubmit={open} submit={words.edit} onCancel={onClose}>
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          error={fault}
          required
          autoFocus
          autocomplete="off"
        />
        <Field
          name="from"
          label={words.from}
          kind="select"
          value={from}
          options={[
            { value: '', label: words.empty },
            ...packs.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      </Form>
    </Dialog>
  )
}
