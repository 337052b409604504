// What stands over the page: a dialog, one that asks before an act, a drawer at the side.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useAct } from '../api/query.ts'
import { Button } from './inline.tsx'
import { ProblemNote } from './page.tsx'
import { usePartWords } from './words.ts'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly acts?: ComponentChildren
  readonly wide?: boolean
  readonly drawer?: boolean
  readonly children: ComponentChildren
}

/**
 * Modal: the browser keeps the focus inside, Escape and Back close it, and the focus goes back to where it was. It begins at
 * the first field.
 */
export function Dialog({ title, onClose, acts, wide, drawer, children }: DialogProps) {
  const words = usePartWords()
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    const before = document.activeElement
    box.current?.showModal()
    box.current
      ?.querySelector<HTMLElement>('.form :is(input:not([type=hidden]), select, textarea)')
      ?.focus()
    const stay = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return
      event.preventDefault()
      latest.current()
    }
    // A browser without it leaves the page.
    window.navigation?.addEventListener('navigate', stay)
    return () => {
      window.navigation?.removeEventListener('navigate', stay)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={box}
      class="dialog"
      aria-labelledby={id}
      data-wide={wide}
      data-drawer={drawer}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" onClick={onClose} aria-label={words.close}>
          ✕
        </Button>
      </div>
      <div class="dialog-body">
        {children}
        {acts && <div class="dialog-foot">{acts}</div>}
      </div>
    </dialog>
  )
}

export const Drawer = (props: Omit<DialogProps, 'drawer' | 'wide'>) => <Dialog {...props} drawer />

export type ConfirmProps = {
  readonly title: string
  /** What will happen, and to what. */
  readonly children: ComponentChildren
  /** The words of the button that does it. */
  readonly act: string
  readonly run: () => Promise<unknown>
  readonly onClose: () => void
  /** What a refusal means here, by its code. */
  readonly hints?: Readonly<Record<string, string>>
}

/** The second question before what cannot be undone; it closes itself once that is done. */
export function ConfirmDialog({ title, children, act, run, onClose, hints = {} }: ConfirmProps) {
  const words = usePartWords()
  const { act: confirm, busy, problem } = useAct(run)
  const hint = problem && hints[problem.code]
  return (
    <Dialog
      title={title}
      onClose={onClose}
      acts={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="danger"
            busy={busy}
            onClick={() => void confirm().then((isDone) => isDone && onClose())}
          >
            {act}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      {hint && <p class="fault">{hint}</p>}
      {problem && <ProblemNote problem={problem} />}
    </Dialog>
  )
}
