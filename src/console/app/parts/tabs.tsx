import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

type TabsProps = {
  readonly label: string
  /** The title of each tab, by its id. */
  readonly tabs: Readonly<Record<string, string>>
  /** Numbers that are shown with their tabs; 0 is not shown. */
  readonly counts?: Readonly<Record<string, number>>
  readonly selected: string
  readonly onSelect: (id: string) => void
  readonly children: ComponentChildren
}

/** Follows the pattern of ARIA's practices: arrows move between the tabs, and the panel changes with them. */
export function Tabs({ label, tabs, counts = {}, selected, onSelect, children }: TabsProps) {
  const ids = Object.keys(tabs)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // On a phone the row of tabs is wider than the page, so the selected one is scrolled into view.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (row && tab) row.scrollLeft = tab.offsetLeft + (tab.offsetWidth - row.clientWidth) / 2
  }, [selected])
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = ids[(ids.indexOf(selected) + step + ids.length) % ids.length]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {ids.map((tab) => (
          <button
            key={tab}
            type="button"
            class="tab"
            role="tab"
            id={`${id}-${tab}`}
            data-tab={tab}
            aria-selected={tab === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => onSelect(tab)}
          >
            {tabs[tab]}
            {counts[tab] ? ` (${counts[tab]})` : ''}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}

type AsideProps = {
  readonly label: string
  /** The title of each link, by its id. */
  readonly ways: Readonly<Record<string, string>>
  readonly chosen: string
  readonly hrefOf: (id: string) => string
  readonly children: ComponentChildren
}

/** Links at the side, each to its part of the page. */
export const Aside = ({ label, ways, chosen, hrefOf, children }: AsideProps) => (
  <div class="aside">
    <nav class="aside-list" aria-label={label}>
      {Object.entries(ways).map(([id, name]) => (
        <a key={id} href={hrefOf(id)} aria-current={id === chosen ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
    <div>{children}</div>
  </div>
)
