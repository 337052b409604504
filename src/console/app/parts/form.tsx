// Forms: a fault that the API reports for a field is shown at the field.
import {
  type ComponentChildren,
  createContext,
  type SelectHTMLAttributes,
  type TargetedSubmitEvent,
} from 'preact'
import { useContext, useId } from 'preact/hooks'
import { type Problem, Refused, useAct } from '../api/query.ts'
import { Button } from './inline.tsx'
import { Dialog } from './dialog.tsx'
import { ProblemNote } from './page.tsx'
import { words } from './words.ts'

export type Option = { readonly value: string; readonly label: string }

/** Each value with its label for the reader. */
export const optionsOf = (values: readonly string[], say = (value: string) => value): Option[] =>
  values.map((value) => ({ value, label: say(value) }))

/** The choices: options in their order, or the labels of a closed list by their codes. */
export type Options = readonly Option[] | Readonly<Record<string, string>>

const isOrdered = (options: Options): options is readonly Option[] => Array.isArray(options)

export const listOptions = (options: Options): readonly Option[] =>
  isOrdered(options) ? options : Object.entries(options).map(([value, label]) => ({ value, label }))

/** The typed text of a field, without surrounding spaces. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const Faults = createContext<Problem['errors']>(undefined)

/** A fault found before sending; it is shown only at the field. */
export const faultAt = (name: string, detail: string) =>
  new Refused({
    status: 400,
    code: typed,
    title: detail,
    errors: [{ pointer: `/${name}`, detail }],
  })

const typed = 'typed'

/** Handles a form's submission in place of the browser's own request. */
export const submits =
  (run: (values: FormData) => unknown) => (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void run(new FormData(event.currentTarget))
  }

type FormProps = {
  readonly run: (values: FormData) => unknown
  /** The text of the button. */
  readonly submit: string
  /** Whether the action is irreversible. */
  readonly isFinal?: boolean
  readonly onCancel?: () => void
  readonly children: ComponentChildren
}

export function Form({ run, submit, isFinal = false, onCancel, children }: FormProps) {
  const { act, busy, problem } = useAct(async (values: FormData) => run(values))
  return (
    <form class="form" onSubmit={submits(act)}>
      <Faults.Provider value={problem?.errors}>{children}</Faults.Provider>
      {problem && problem.code !== typed && <ProblemNote problem={problem} />}
      <div class="acts">
        <Button type="submit" kind={isFinal ? 'danger' : 'main'} busy={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

export type FormDialogProps = Omit<FormProps, 'onCancel'> & {
  readonly title: string
  /** Text above the form. */
  readonly lead?: ComponentChildren
  readonly onClose: () => void
}

/** A form over the page; it closes itself after success. */
export function FormDialog({ title, lead, run, onClose, ...form }: FormDialogProps) {
  const runAndClose = async (values: FormData) => {
    await run(values)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <Form {...form} run={runAndClose} onCancel={onClose} />
    </Dialog>
  )
}

type SelectProps = SelectHTMLAttributes & {
  readonly options: Options
  readonly onPick?: ((value: string) => void) | undefined
}

export const Select = ({ options, onPick, ...more }: SelectProps) => (
  <select class="input" {...more} onChange={(event) => onPick?.(event.currentTarget.value)}>
    {listOptions(options).map(({ value, label }) => (
      <option key={value} value={value} selected={value === (more.value ?? more.defaultValue)}>
        {label}
      </option>
    ))}
  </select>
)

export type FieldProps = {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly kind?: 'text' | 'textarea' | 'number' | 'date' | 'password' | 'email' | 'url' | 'search' | 'checkbox' // prettier-ignore
  /** Makes the field a list from which one option is chosen. */
  readonly options?: Options
  readonly value?: string | undefined
  readonly checked?: boolean
  readonly onInput?: (value: string) => void
  readonly required?: boolean
  readonly disabled?: boolean
  readonly rows?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly maxLength?: number | undefined
  readonly placeholder?: string | undefined
  readonly autocomplete?: string
}

/**
 * A checkbox gives `on` in the form's values, as in browsers. Without `onInput` the value is only the initial one:
 * typing survives every redraw.
 */
export function Field({
  name,
  label,
  hint,
  kind = 'text',
  options,
  onInput,
  value,
  checked,
  ...more
}: FieldProps) {
  const id = useId()
  const faults = useContext(Faults)
  // A fault of a part of the field’s value is shown at the field too.
  const isOwn = (pointer = '') => `${pointer}/`.includes(`/${name}/`)
  const fault = faults?.find(({ pointer }) => isOwn(pointer))?.detail
  const about = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const begins = onInput ? { value, checked } : { defaultValue: value, defaultChecked: checked }
  const shared = {
    ...more,
    ...begins,
    id,
    name,
    'aria-invalid': fault !== undefined,
    ...(about && { 'aria-describedby': about }),
  }
  const tell = (event: { currentTarget: { value: string } }) => onInput?.(event.currentTarget.value)
  const notes = (
    <>
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {fault && (
        <div class="fault" id={`${id}-fault`}>
          {fault}
        </div>
      )}
    </>
  )
  if (kind === 'checkbox')
    return (
      <div>
        <div class="field-check">
          <input
            {...shared}
            type="checkbox"
            onChange={(event) => onInput?.(event.currentTarget.checked ? 'on' : '')}
          />
          <label for={id}>{label}</label>
        </div>
        {notes}
      </div>
    )
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'textarea' ? (
        <textarea class="input" rows={2} {...shared} onInput={tell} />
      ) : options ? (
        <Select {...shared} options={options} onPick={onInput} />
      ) : (
        <input class="input" {...shared} type={kind as 'text'} onInput={tell} />
      )}
      {notes}
    </div>
  )
}
