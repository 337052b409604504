import { useState } from 'preact/hooks'
import { useWords } from '../words/words.ts'
import { partWords } from './words.ts'

/** An id or a code; `short` shows its last characters, which differ where the first are of its time. */
export function Code({
  text,
  copy = false,
  short = false,
}: {
  text: string
  copy?: boolean
  short?: boolean
}) {
  return (
    <span>
      <span class="code" title={short ? text : undefined}>
        {short && text.length > 10 ? `…${text.slice(-8)}` : text}
      </span>
      {copy && <Copy text={text} />}
    </span>
  )
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <pre class="code-block" tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
  )
}

const shownMs = 1_500

export function Copy({ text, label }: { text: string; label?: string }) {
  const words = useWords(partWords)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <button type="button" class="button copy" data-kind="quiet" onClick={() => void copy()}>
      {copied ? words.copied : (label ?? words.copy)}
    </button>
  )
}
