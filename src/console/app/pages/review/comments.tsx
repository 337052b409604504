// Comments on a review for the next person who works on it.
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { useRef, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Field, Form } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { Time } from '../../parts/inline.tsx'
import { useShortcut } from '../../shell/shortcuts.tsx'
import { words } from './words.ts'

type Props = { readonly review: ReviewDetail; readonly onChange: () => void }

export function Comments({ review: { id, comments }, onChange }: Props) {
  const [text, setText] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const comment = async () => {
    await api.post(`/v1/reviews/${id}/comments`, { text })
    setText('')
    onChange()
  }
  useShortcut('m', words.comment, () => box.current?.querySelector('textarea')?.focus())
  return (
    <Section title={`${words.comments} (${comments.length})`}>
      <ol class="stack">
        {comments.map((one) => (
          <li key={one.id} class="sunken typed">
            <p>{one.text}</p>
            <p class="soft small">
              <span title={one.by}>{one.by.slice(0, 8)}</span> · <Time at={one.at} />
            </p>
          </li>
        ))}
      </ol>
      <div ref={box}>
        <Form submit={words.comment} run={comment}>
          <Field
            name="text"
            label={words.commentLabel}
            hint={words.sealed}
            kind="textarea"
            maxLength={2_000}
            required
            value={text}
            onInput={setText}
          />
        </Form>
      </div>
    </Section>
  )
}
