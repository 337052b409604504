// Messages about completed actions, shown for a moment at the bottom of the page.
import { useEffect, useState } from 'preact/hooks'

type Notice = { readonly id: number; readonly text: string; readonly kind: 'good' | 'bad' }

const shownMs = 6_000
let count = 0
let shown: readonly Notice[] = []
let tell = (): void => undefined

export function notify(text: string, kind: Notice['kind'] = 'good'): void {
  const notice = { id: count++, text, kind }
  shown = [...shown, notice]
  tell()
  setTimeout(() => {
    shown = shown.filter((one) => one !== notice)
    tell()
  }, shownMs)
}

export function Notices() {
  const [notices, setNotices] = useState(shown)
  useEffect(() => {
    tell = () => setNotices(shown)
    return () => {
      tell = () => undefined
    }
  }, [])
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, text, kind }) => (
        <p key={id} class="box notice" data-kind={kind}>
          {text}
        </p>
      ))}
    </div>
  )
}
