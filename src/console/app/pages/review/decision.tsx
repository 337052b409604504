// The decision of the person who has claimed the review: outcome, reasons, modules to repeat, and a note; also by
// keyboard alone. Of a decided review its result, and the appeal.
import type { DecideReview, ReviewDetail, Review } from '#src/packs/reviews/schema.ts'
import { useRef, useState } from 'preact/hooks'
import { api, stale } from '../../api/query.ts'
import { Field, Form } from '../../parts/form.tsx'
import { Section, Pairs } from '../../parts/page.tsx'
import { notify } from '../../shell/notices.tsx'
import { sayShortcut, useShortcut } from '../../shell/shortcuts.tsx'
import { reasons } from '../reviews/fact-words.ts'
import { words } from './words.ts'
import { Outcome, Time } from '../../parts/inline.tsx'
import { AskedButton } from '../../parts/acts.tsx'

/** The reasons if the pack has none of its own. */
const usual = ['evidence-checked', 'other-person', 'data-wrong', 'fraud-suspected', 'unreadable']
/** The keys before a reason’s number, so that a single shortcut chooses outcome and reason. */
const keys = { approved: '', rejected: 'shift+', again: 'g ' } as const
type Outcome = keyof typeof keys
const outcomes: readonly Outcome[] = ['approved', 'rejected', 'again']

type Props = { readonly review: ReviewDetail; readonly onDone: () => void }

export const Decision = ({ review, onDone }: Props) => (
  <Section title={words.decide}>
    {review.isYours ? (
      <Choosing review={review} onDone={onDone} />
    ) : (
      <p class="soft">{words.notYours}</p>
    )}
  </Section>
)

type Chosen = { readonly outcome: Outcome; readonly reasons: readonly string[] }

/**
 * Shows the reasons under each outcome, so that one press chooses both. Pressing a reason does not decide yet; the
 * button does.
 */
function Choosing({ review, onDone }: Props) {
  const { reason } = reasons
  const [chosen, setChosen] = useState<Chosen>()
  const [pressed, setModules] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const modules = review.again.length === 1 ? review.again : pressed
  const choose = (outcome: Outcome, value: string) => {
    const before = chosen?.outcome === outcome ? chosen.reasons : []
    const reasons = toggle(before, value)
    setChosen(reasons.length > 0 ? { outcome, reasons } : undefined)
  }
  const decide = async () => {
    if (!chosen || (chosen.outcome === 'again' && modules.length === 0))
      return notify(words.chooseBoth, 'bad')
    const said = note.trim()
    const body: DecideReview = {
      outcome: chosen.outcome,
      reasons: [...chosen.reasons],
      ...(chosen.outcome === 'again' && { modules: [...modules] }),
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
  const act = chosen
    ? `${words.outcomes[chosen.outcome]}: ${chosen.reasons.map(reason).join(', ')}`
    : words.decide
  return (
    <div ref={box}>
      <Form submit={`${act} (d)`} run={decide}>
        {offered.map((outcome) => (
          <Choices
            key={outcome}
            legend={words.outcomes[outcome]}
            options={(review.reasons ?? usual).map((value, at) => ({
              value,
              label: reason(value),
              ...(at < 9 && { shortcut: `${keys[outcome]}${at + 1}` }),
            }))}
            chosen={chosen?.outcome === outcome ? chosen.reasons : []}
            onPress={(value) => choose(outcome, value)}
          />
        ))}
        {chosen?.outcome === 'again' && review.again.length > 1 && (
          <Choices
            legend={words.again}
            options={review.again.map((value) => ({ value, label: value }))}
            chosen={modules}
            onPress={(value) => setModules(toggle(modules, value))}
          />
        )}
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
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly shortcut?: string
  }[]
  readonly chosen: readonly string[]
  readonly onPress: (value: string) => void
}

const Choices = ({ legend, options, chosen, onPress }: ChoicesProps) => (
  <fieldset class="choices stack tight">
    <legend>{legend}</legend>
    {options.map(({ value, label, shortcut }) => (
      <label key={value}>
        <input type="checkbox" checked={chosen.includes(value)} onChange={() => onPress(value)} />
        {label}
        {shortcut !== undefined && (
          <Key shortcut={shortcut} label={`${legend}: ${label}`} onPress={() => onPress(value)} />
        )}
      </label>
    ))}
  </fieldset>
)

type KeyProps = { readonly shortcut: string; readonly label: string; readonly onPress: () => void }

function Key({ shortcut, label, onPress }: KeyProps) {
  useShortcut(shortcut, label, onPress)
  return <kbd aria-hidden="true">{sayShortcut(shortcut)}</kbd>
}

export function Decided({ review: { id, status, decision, note, people }, onDone }: Props) {
  const { reason } = reasons
  const appeal = async () => {
    await api.post<Review>(`/v1/reviews/${id}/appeal`)
    notify(words.appealed)
    stale('reviews')
    onDone()
  }
  if (!decision)
    return (
      <Section title={words.howEnded}>{words.closed[status as 'superseded'] ?? status}</Section>
    )
  return (
    <Section title={words.howEnded}>
      <div class="card">
        <p>
          <Outcome outcome={decision.outcome} />
        </p>
        <Pairs
          items={[
            [words.reasons, decision.reasons.map(reason).join(', ')],
            [words.when, <Time at={decision.at} exact />],
            [words.by, <span title={decision.by}>{decision.by.slice(0, 8)}</span>],
            [words.people, people],
            note && [words.note, note],
          ]}
        />
        {decision.outcome !== 'again' && (
          <AskedButton kind="plain" title={words.appeal} act={words.appeal} run={appeal}>
            {words.appealLead}
          </AskedButton>
        )}
      </div>
    </Section>
  )
}
