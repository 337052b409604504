// Starts an example: creates a person as a client would, with a first message or question.
import { useState } from 'preact/hooks'
import { api, useGet } from '../../api/query.ts'
import { FormButton } from '../../parts/acts.tsx'
import { Field, textOf } from '../../parts/form.tsx'
import { words } from './words.ts'

const paths = {
  link: 'lvs',
  email: 'emails/tokens',
  sms: 'sms/2fa',
  whatsapp: 'whatsapps/2fa',
} as const

type StartProps = {
  /** Called with the id of the new transaction, and whether it has a link. */
  readonly onStarted: (id: string, isLink: boolean) => void
}

export function Start({ onStarted }: StartProps) {
  const packs = useGet<{ name: string }[]>('/v1/packs')
  const [number] = useState(() => String(910_000_000 + Math.floor(Math.random() * 9_999_999)))
  const start = async (values: FormData) => {
    const text = (name: string) => textOf(values, name)
    const { id } = await api.post<{ id: string }>('/v1/transaction', {
      documentType: 'CPF',
      document: text('document').replaceAll(/\D/g, ''),
      name: text('name'),
      birthdate: '1990-05-17',
      email: text('email'),
      phone: { countryCode: 55, areaCode: 11, number: Number(text('number')) },
    })
    const what = text('what')
    const way = Object.entries(paths).find(([name]) => name === what)?.[1]
    await api.post(way ? `/v1/transaction/${id}/${way}` : `/v1/packs/${what}/${id}`)
    onStarted(id, what === 'link')
  }
  const ways = Object.keys(paths) as (keyof typeof paths)[]
  const options = [
    ...ways.map((way) => ({ value: way as string, label: words.ways[way] })),
    ...(packs.data ?? []).map(({ name }) => ({ value: name, label: words.packWay(name) })),
  ]
  return (
    <FormButton kind="main" act={words.start} submit={words.startIt} run={start}>
      <Field name="what" label={words.what} options={options} />
      <Field name="name" label={words.name} value="Ana Exemplo" required />
      <Field name="document" label="CPF" value="529.982.247-25" required />
      <Field name="email" label="E-mail" value={`ana.${number}@example.com`} required />
      <Field name="number" label={words.number} value={number} hint={words.magic} required />
    </FormButton>
  )
}
