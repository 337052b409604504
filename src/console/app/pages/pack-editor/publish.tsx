import { api, problemOf, stale } from '../../api/query.ts'
import { FormButton } from '../../parts/acts.tsx'
import { Field, textOf } from '../../parts/form.tsx'
import { useGo } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { allPacks, packPage, packPath } from '../packs/paths.ts'
import { keepDraft } from './draft.ts'
import type { Fault } from './editor.tsx'
import { words } from './words.ts'

type PublishProps = {
  readonly name: string
  readonly isFirst: boolean
  readonly text: string
  /** Whether the text is published without its cases, which the person must confirm. */
  readonly isWithoutCases: boolean
  /** Receives the faults with their positions in the text. */
  readonly onRefused: (faults: readonly Fault[]) => void
  readonly disabled: boolean
}

/** Appends the message, so that the lines before it keep their numbers. */
const withMessage = (text: string, message: string): string =>
  message === '' ? text : `${text.trimEnd()}\nmessage: ${JSON.stringify(message)}\n`

export function Publish(props: PublishProps) {
  const { name, isFirst, text, isWithoutCases, onRefused, disabled } = props
  const go = useGo()
  const publish = async (values: FormData) => {
    const body = withMessage(text, textOf(values, 'message'))
    try {
      const { version } = await api.postText<{ version: number }>(packPath(name, 'versions'), body, 'application/yaml') // prettier-ignore
      keepDraft(name, undefined)
      stale(allPacks)
      stale('pack-editor')
      notify(words.published(version))
      go(packPage(name, `?version=${version}`))
    } catch (error) {
      const { status, errors = [] } = problemOf(error)
      if (status === 422) onRefused(errors.map((one) => ({ ...one, pointer: one.pointer?.slice(1) ?? '' }))) // prettier-ignore
      throw error
    }
  }
  return (
    <FormButton
      kind="main"
      act={words.publish}
      disabled={disabled}
      title={words.publishTitle(name)}
      submit={words.publish}
      run={publish}
    >
      <Field
        name="message"
        label={words.why}
        hint={words.messageHint}
        kind="textarea"
        maxLength={500}
        required
      />
      {isWithoutCases && (
        <Field name="without" label={words.publishWithout} kind="checkbox" required />
      )}
      <p class="soft small">{isFirst ? words.firstLive : words.notLive}</p>
    </FormButton>
  )
}
