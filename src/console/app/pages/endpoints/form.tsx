// What is said of an endpoint. Its headers are written and never read again.
import type { ShownEndpoint } from '#src/journey/endpoints/schema.ts'
import { useState } from 'preact/hooks'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { endpointWords } from './words.ts'

export type EndpointFields = {
  /** Of a new one: it is not changed. */
  readonly name?: string
  readonly url: string
  readonly timeoutMs: number
  readonly description: string
  /** Undefined: they stay as they are. */
  readonly headers?: Readonly<Record<string, string>>
}

type FormProps = {
  readonly now?: ShownEndpoint
  readonly onSave: (fields: EndpointFields) => Promise<void>
  readonly onClose: () => void
}

export function EndpointForm({ now, onSave, onClose }: FormProps) {
  const words = useWords(endpointWords)
  const [setsHeaders, setSetsHeaders] = useState(now === undefined)
  const read = (values: FormData): EndpointFields => ({
    ...(!now && { name: textOf(values, 'name') }),
    url: textOf(values, 'url'),
    timeoutMs: Number(textOf(values, 'timeoutMs')),
    description: textOf(values, 'description'),
    ...(setsHeaders && { headers: readHeaders(textOf(values, 'headers')) }),
  })
  return (
    <FormDialog
      title={now ? words.change : words.make}
      submit={now ? words.save : words.makeIt}
      run={(values) => onSave(read(values))}
      onClose={onClose}
    >
      {!now && <Field name="name" label={words.name} hint={words.nameHint} required />}
      <Field
        name="url"
        kind="url"
        label={words.address}
        hint={words.urlHint}
        value={now?.url ?? ''}
        maxLength={1_000}
        required
      />
      <Field
        name="timeoutMs"
        kind="number"
        label={words.timeout}
        value={String(now?.timeoutMs ?? 5_000)}
        min={1_000}
        max={10_000}
        required
      />
      <Field
        name="description"
        label={words.purpose}
        value={now?.description ?? ''}
        maxLength={120}
      />
      {now && (
        <Field
          name="sets"
          kind="checkbox"
          label={words.setHeaders}
          {...(now.headerNames && { hint: now.headerNames.join(', ') })}
          checked={setsHeaders}
          onInput={(value) => setSetsHeaders(value === 'on')}
        />
      )}
      {setsHeaders && (
        <Field
          name="headers"
          kind="textarea"
          rows={3}
          label={words.headers}
          hint={words.headersHint}
        />
      )}
    </FormDialog>
  )
}

/** Lines `name: value`; a line without a colon is a name without a value, which the API refuses at its place. */
const readHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', ...value] = line.split(':')
        return [name.trim().toLowerCase(), value.join(':').trim()]
      }),
  )
