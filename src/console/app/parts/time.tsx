// Moments as people say them, with the exact one on hover.
import { useEffect, useState } from 'preact/hooks'
import { type Language, locales, useLanguage } from '../words/words.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `now`: epoch ms. Less than ten seconds is now. */
function sayAgo(at: number, now: number, language: Language): string {
  const seconds = Math.round((at - now) / 1_000)
  const words = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto', style: 'short' })
  if (Math.abs(seconds) < 10) return words.format(0, 'second')
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return words.format(Math.trunc(seconds / size), unit)
}

export const sayExact = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'short', timeStyle: 'medium' }).format(at)

const tickMs = 15_000

/** `at` in ISO 8601; `exact` shows the moment itself, and how long ago on hover. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const language = useLanguage()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const moment = Date.parse(at)
  const [ago, whole] = [sayAgo(moment, now, language), sayExact(moment, language)]
  return (
    <time dateTime={at} title={exact ? ago : whole}>
      {exact ? whole : ago}
    </time>
  )
}
