// The decision of whoever has the review in hand: outcome, reasons, what is done anew, and a note; by keys alone too.
import type { DecideReview, ReviewDetail } from '#src/packs/reviews/schema.ts'
import { useRef, useState } from 'preact/hooks'
import { api, stale } from '../../api/query.ts'
import { Field, Form } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { notify } from '../../shell/notices.tsx'
import { useShortcut } from '../../shell/shortcuts.tsx'
import { useReasons } from '../reviews/fact-words.ts'
import { useReviewWords } from './words.ts'

/** Where the pack names no reasons. */
const usual = ['evidence-checked', 'other-person', 'data-wrong', 'fraud-suspected', 'unreadable']
const keys = { approved: 'a', rejected: 'r', again: 'g' } as const
type Outcome = keyof typeof keys
const outcomes: readonly Outcome[] = ['approved', 'rejected', 'again']

type Props = { readonly review: ReviewDetail; readonly onDone: () => void }

export function Decision({ review, onDone }: Props) {
  const words = useReviewWords()
  return (
    <Section title={words.decide}>
      {review.isYours ? (
        <Choosing review={review} onDone={onDone} />
      ) : (
        <p class="soft">{words.notYours}</p>
      )}
    </Section>
  )
}

/** What is chosen is said by the button that decides it: these are the two questions. */
function Choosing({ review, onDone }: Props) {
  const words = useReviewWords()
  const { reason } = useReasons()
  const [outcome, setOutcome] = useState<Outcome>()
  const [reasons, setReasons] = useState<readonly string[]>([])
  const [modules, setModules] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const decide = async () => {
    const isChosen = reasons.length > 0 && (outcome !== 'again' || modules.length > 0)
    if (!outcome || !isChosen) return notify(words.chooseBoth, 'bad')
    const said = note.trim()
    const body: DecideReview = {
      outcome,
      reasons: [...reasons],
      ...(outcome === 'again' && { modules: [...modules] }),
      ...(said !== '' && { note: said }),
    }
    const path = `/v1/reviews/${review.id}/decision`
    const { awaiting } = await api.post<{ awaiting?: string }>(path, body)
    notify(awaiting ? words.awaitsSecond : words.done)
    stale('reviews')
    onDone()
  }
  const submit = () => box.current?.querySelector('form')?.requestSubmit()
  useShortcut('d', words.decide, submit)
  useShortcut('mod+Enter', words.decide, submit)
  const offered = outcomes.filter((one) => one !== 'again' || review.again.length > 0)
  const choices = (review.reasons ?? usual).map((value, at) => ({
    value,
    label: reason(value),
    ...(at < 9 && { letter: String(at + 1) }),
  }))
  return (
    <div ref={box}>
      <Form submit={words.submit[outcome ?? 'none']} run={decide}>
        <Choices
          legend={words.outcome}
          kind="radio"
          options={offered.map((value) => ({
            value,
            label: words.outcomes[value],
            letter: keys[value],
          }))}
          chosen={outcome ? [outcome] : []}
          onPress={(value) => setOutcome(offered.find((one) => one === value))}
        />
        {outcome === 'again' && (
          <Choices
            legend={words.again}
            options={review.again.map((value) => ({ value, label: value }))}
            chosen={modules}
            onPress={(value) => setModules(toggle(modules, value))}
          />
        )}
        <Choices
          legend={words.reasons}
          options={choices}
          chosen={reasons}
          onPress={(value) => setReasons(toggle(reasons, value))}
        />
        <Field
          name="note"
          label={words.note}
          hint={words.sealed}
          kind="textarea"
          maxLength={1_000}
          value={note}
          onInput={setNote}
        />
      </Form>
    </div>
  )
}

const toggle = (some: readonly string[], one: string) =>
  some.includes(one) ? some.filter((other) => other !== one) : [...some, one]

type ChoicesProps = {
  readonly legend: string
  readonly kind?: 'radio' | 'checkbox'
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly letter?: string
  }[]
  readonly chosen: readonly string[]
  readonly onPress: (value: string) => void
}

function Choices({ legend, kind = 'checkbox', options, chosen, onPress }: ChoicesProps) {
  return (
    <fieldset class="choices stack tight">
      <legend>{legend}</legend>
      {options.map(({ value, label, letter }) => (
        <label key={value}>
          {/* The types of elements go by one type, and both have what is said here. */}
          <input
            type={kind as 'radio'}
            name={legend}
            checked={chosen.includes(value)}
            onChange={() => onPress(value)}
          />
          {label}
          {letter !== undefined && (
            <Key letter={letter} label={label} onPress={() => onPress(value)} />
          )}
        </label>
      ))}
    </fieldset>
  )
}

function Key({ letter, label, onPress }: { letter: string; label: string; onPress: () => void }) {
  useShortcut(letter, label, onPress)
  return <kbd>{letter}</kbd>
}
