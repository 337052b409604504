import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useWords } from '../words/words.ts'
import { partWords } from './words.ts'

export type ButtonKind = 'main' | 'plain' | 'danger' | 'quiet'

type ButtonProps = ButtonHTMLAttributes & {
  readonly kind?: ButtonKind
  readonly busy?: boolean
  readonly children: ComponentChildren
}

/** A button that is busy cannot be pressed, and says that it works. */
export function Button({ kind = 'plain', busy = false, children, ...more }: ButtonProps) {
  const words = useWords(partWords)
  return (
    <button
      type="button"
      {...more}
      class="button"
      data-kind={kind}
      disabled={busy || more.disabled === true}
      aria-busy={busy}
    >
      {busy ? words.busy : children}
    </button>
  )
}
