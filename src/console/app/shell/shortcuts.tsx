// Keyboard shortcuts of the shell and of the present page, listed by `?`.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { words } from './words.ts'

type Shortcut = { readonly key: string; readonly label: string; readonly run: () => void }

const known = new Set<Shortcut>()
/** The first key of a pair such as `g r`, if it was pressed within the last second. */
let first: { readonly key: string; readonly at: number } | undefined
const pairMs = 1_000

/**
 * Examples: `j`, `Enter`, `g r` (one after the other), `shift+1` (only digits), `mod+Enter` (Ctrl or Command, also
 * while typing).
 */
export function useShortcut(key: string | undefined, label: string, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (key === undefined) return
    const shortcut = { key, label, run: () => latest.current() }
    known.add(shortcut)
    return () => void known.delete(shortcut)
  }, [key, label])
}

const typed =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"], dialog[open] *'

/** The shortcut as it is labelled on keyboards. */
export const sayShortcut = (key: string): string =>
  key.replace('mod', 'Ctrl').replace('shift+', '⇧ ')

/** A digit is recognised by its position, because with Shift each keyboard layout gives another character. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  const digit = /^Digit([1-9])$/.exec(code)?.[1]
  const placed = digit === undefined ? key : shiftKey ? `shift+${digit}` : digit
  return [...known].some((one) => one.key === placed) ? placed : key
}

function press(event: KeyboardEvent): void {
  const { target, altKey } = event
  const key = keyOf(event)
  const mod = event.ctrlKey || event.metaKey
  const isTyping = target instanceof Element && target.matches(typed)
  if (altKey || (isTyping && !mod)) return
  const pair = first && performance.now() - first.at < pairMs ? `${first.key} ${key}` : undefined
  const name = mod ? `mod+${key}` : key
  const found = [...known].findLast((one) => one.key === pair) ?? [...known].findLast((one) => one.key === name) // prettier-ignore
  first = mod ? undefined : { key, at: performance.now() }
  if (!found) return
  event.preventDefault()
  first = undefined
  found.run()
}

/** Listens for keys, and shows the list of shortcuts. */
export function Shortcuts() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  useShortcut('?', words.shortcuts, () => setShown(true))
  if (!isShown) return null
  const list = [...new Map([...known].map((one) => [one.key, one])).values()]
  return (
    <Dialog title={words.shortcuts} onClose={() => setShown(false)}>
      <dl class="pairs">
        {list.map(({ key, label }) => [
          <dt key={key}>
            <kbd>{sayShortcut(key)}</kbd>
          </dt>,
          <dd>{label}</dd>,
        ])}
      </dl>
    </Dialog>
  )
}
