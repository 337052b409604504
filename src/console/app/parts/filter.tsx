// The filters of a list: what stands in them stands in the address of the page.
import { useWords } from '../words/words.ts'
import type { Option } from './form.tsx'
import { partWords } from './words.ts'

export type FilterField<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly kind: 'select' | 'text' | 'date'
  readonly options?: readonly Option[]
}

type FilterProps<Name extends string> = {
  readonly fields: readonly FilterField<Name>[]
  readonly values: Partial<Record<Name, string>>
  readonly onChange: (patch: Partial<Record<Name, string | undefined>>) => void
}

export function Filter<Name extends string>({ fields, values, onChange }: FilterProps<Name>) {
  const words = useWords(partWords)
  const set = (name: Name, value: string) => {
    const patch: Partial<Record<Name, string | undefined>> = {}
    patch[name] = value === '' ? undefined : value
    onChange(patch)
  }
  return (
    <div class="filter">
      {fields.map(({ name, label, kind, options = [] }) => (
        <div key={name}>
          <label for={`filter-${name}`}>{label}</label>
          {kind === 'select' ? (
            <select
              class="input"
              id={`filter-${name}`}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value)}
            >
              <option value="">{words.any}</option>
              {options.map(({ value, label: text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          ) : (
            <input
              class="input"
              id={`filter-${name}`}
              // The types of elements go by one type, and all have what is said here.
              type={kind as 'text'}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
          )}
        </div>
      ))}
    </div>
  )
}
