// The filters of a list; their values are in the address of the page.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { listOptions, type Options, Select } from './form.tsx'
import { words } from './words.ts'

/** With `options` the value is chosen from them; otherwise it is typed as a text or a day. */
export type FilterField<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly options?: Options
  /** Without it none may be chosen, too. */
  readonly isRequired?: boolean
  readonly isDate?: boolean
}

/** The start of a day in the reader's time zone, `days` later, in the API's form; undefined if the text is no day. */
export function momentOf(day: string | undefined, days = 0): string | undefined {
  const at = new Date(`${day}T00:00`)
  if (Number.isNaN(at.getTime())) return undefined
  at.setDate(at.getDate() + days)
  return at.toISOString()
}

type FilterProps<Name extends string> = {
  readonly fields: readonly FilterField<Name>[]
  readonly values: Partial<Record<Name, string>>
  readonly onChange: (patch: Partial<Record<Name, string | undefined>>) => void
}

export function Filter<Name extends string>({ fields, values, onChange }: FilterProps<Name>) {
  const set = (name: Name, value: string) => {
    const patch: Partial<Record<Name, string | undefined>> = {}
    patch[name] = value === '' ? undefined : value
    onChange(patch)
  }
  return (
    <div class="filter">
      {fields.map(({ name, label, options, isRequired = false, isDate = false }) => {
        const none = isRequired ? [] : [{ value: '', label: words.any }]
        const shared = { id: `filter-${name}`, value: values[name] ?? '' }
        const onEnter = (value: string) => set(name, value)
        return (
          <div key={name}>
            <label for={shared.id}>{label}</label>
            {options ? (
              <Select {...shared} onPick={onEnter} options={[...none, ...listOptions(options)]} />
            ) : (
              <Typed {...shared} onEnter={onEnter} type={isDate ? 'date' : 'text'} />
            )}
          </div>
        )
      })}
    </div>
  )
}

type TypedProps = {
  readonly id: string
  readonly value: string
  readonly type: 'text' | 'date'
  readonly onEnter: (value: string) => void
}

/** Unfinished typing survives a redraw; a new value from the address replaces it. */
function Typed({ id, value, onEnter, type }: TypedProps) {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.value = value
  }, [value])
  return (
    <input
      class="input"
      ref={box}
      id={id}
      // The JSX types differ by the input's type, but both types have the members used here.
      type={type as 'text'}
      onChange={(event) => onEnter(event.currentTarget.value)}
    />
  )
}
