// The question before an act: what will happen, and to which transaction.
import { stale } from '../../api/query.ts'
import { Code } from '../../parts/inline.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field, FormDialog, optionsIn, optionsOf, textOf } from '../../parts/form.tsx'
import { notify } from '../../shell/notices.tsx'
import { useGo } from '../../shell/address.ts'
import { type ActName, acts } from './act-list.ts'
import { useTransactionWords } from './words.ts'

const kinds = ['identity-theft', 'account-takeover', 'synthetic', 'first-party', 'mule', 'other']

type Props = { readonly id: string; readonly name: ActName; readonly onClose: () => void }

export function ActDialog({ id, name, onClose }: Props) {
  const words = useTransactionWords()
  const go = useGo()
  const { asks, run, isFinal = false } = acts[name]
  const act = async (values?: FormData) => {
    const filled = asks.flatMap((one) => {
      const text = values ? textOf(values, one) : ''
      return text === '' ? [] : [[one, text] as const]
    })
    const done = await run(`/v1/transaction/${id}`, Object.fromEntries(filled))
    if (done?.receiptId) {
      notify(`${words.erased} ${done.receiptId}`)
      stale('transactions')
      return go('/console/transactions')
    }
    notify(done?.awaiting ? words.awaiting : words.did)
    stale(`transaction ${id}`)
  }
  const question = (
    <>
      <p>{words.about[name]}</p>
      <p class="soft">
        <Code text={id} />
      </p>
    </>
  )
  const shared = { title: words.act[name], onClose }
  if (asks.length === 0)
    return (
      <ConfirmDialog {...shared} act={words.act[name]} run={act}>
        {question}
      </ConfirmDialog>
    )
  return (
    <FormDialog {...shared} lead={question} submit={words.act[name]} isFinal={isFinal} run={act}>
      {asks.map((one) => (
        <Asked key={one} name={one} />
      ))}
    </FormDialog>
  )
}

function Asked({ name }: { name: (typeof acts)[ActName]['asks'][number] }) {
  const words = useTransactionWords()
  switch (name) {
    case 'reason':
      return <Field name={name} label={words.why} required maxLength={500} autoFocus />
    case 'until':
    case 'since':
      return <Field name={name} label={words[name]} kind="date" />
    case 'class': {
      const options = optionsIn(words.classes)
      return <Field name={name} label={words.class} kind="select" options={options} />
    }
    case 'outcome': {
      const options = optionsIn({ good: words.good, fraud: words.fraud })
      return <Field name={name} label={words.outcome} kind="select" options={options} />
    }
    case 'kind':
      return (
        <Field
          name={name}
          label={`${words.kind} (${words.fraud})`}
          kind="select"
          options={[{ value: '', label: '–' }, ...optionsOf(kinds)]}
        />
      )
  }
}
