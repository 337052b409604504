// The field that finds a transaction. The text stays in this tab: it is never in an address, but survives Back and
// reload.
import { useRef } from 'preact/hooks'
import { submits, textOf } from '../../parts/form.tsx'
import { Button } from '../../parts/inline.tsx'
import { keep, recall } from '../../shell/kept.ts'
import { useShortcut } from '../../shell/shortcuts.tsx'
import { words } from './words.ts'

const place = 'atesta-search'
export const recallSearch = (): string => recall(place) ?? ''
export const keepSearch = (text: string): void => keep(place, text)

type SearchProps = {
  readonly text?: string
  readonly isFound?: boolean
  readonly onSearch: (text: string) => void
}

export function Search({ text = '', isFound = false, onSearch }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', words.searchLabel, () => field.current?.focus())
  return (
    <form
      class="row search"
      role="search"
      onSubmit={submits((values) => onSearch(textOf(values, 'text')))}
    >
      <input
        ref={field}
        name="text"
        class="input"
        type="search"
        aria-label={words.searchLabel}
        placeholder={words.searchHint}
        title={words.audited}
        defaultValue={text}
        autocomplete="off"
        spellcheck={false}
        maxLength={400}
      />
      <Button type="submit" kind="main">
        {words.search}
      </Button>
      {isFound && <Button onClick={() => onSearch('')}>{words.clear}</Button>}
    </form>
  )
}
