// What is said of a webhook: its address, what it is for, and which events it gets.
import type { Webhook } from '#src/journey/webhooks/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { webhookWords } from './words.ts'

export type WebhookFields = {
  readonly url: string
  readonly description: string | null
  readonly types: readonly string[] | null
}

type FormProps = {
  readonly now?: Webhook
  readonly onSave: (said: WebhookFields) => Promise<void>
  readonly onClose: () => void
}

export function WebhookForm({ now, onSave, onClose }: FormProps) {
  const words = useWords(webhookWords)
  const types = useQuery('event-types', async () => {
    const { webhooks = {} } = await api.get<{ webhooks?: object }>('/openapi.json')
    return Object.keys(webhooks).toSorted()
  })
  const read = (values: FormData): WebhookFields => {
    const chosen = values.getAll('types').map(String)
    return {
      url: textOf(values, 'url'),
      description: textOf(values, 'description') || null,
      types: chosen.length === 0 ? null : chosen,
    }
  }
  return (
    <FormDialog
      title={now ? words.change : words.make}
      submit={now ? words.save : words.makeIt}
      run={(values) => onSave(read(values))}
      onClose={onClose}
    >
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
        name="description"
        label={words.purpose}
        value={now?.description ?? ''}
        maxLength={120}
      />
      <fieldset class="webhooks-types">
        <legend>{words.types}</legend>
        <p class="hint">{words.someTypes}</p>
        <div>
          {types.data?.map((type) => (
            <label key={type}>
              <input
                type="checkbox"
                name="types"
                value={type}
                defaultChecked={now?.types?.includes(type) ?? false}
              />{' '}
              {type}
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}
