// What stands over the page: a dialog, one that asks before an act, a drawer at the side.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { Problem } from '../api/client.ts'
import { useWords } from '../words/words.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './problem-note.tsx'
import { partWords } from './words.ts'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly acts?: ComponentChildren
  readonly wide?: boolean
  readonly drawer?: boolean
  readonly children: ComponentChildren
}

/** Modal: the browser keeps the focus inside, Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, onClose, acts, wide, drawer, children }: DialogProps) {
  const words = useWords(partWords)
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    box.current?.showModal()
    return () => {
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

type ConfirmProps = {
  readonly title: string
  /** What will happen, and to what. */
  readonly children: ComponentChildren
  /** The words of the button that does it. */
  readonly act: string
  readonly onConfirm: () => Promise<boolean>
  readonly onClose: () => void
  readonly busy?: boolean
  readonly problem?: Problem | undefined
}

/** The second question before what cannot be undone; it closes itself once that is done. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, act, onConfirm, onClose, busy = false, problem } = props
  const words = useWords(partWords)
  const confirm = async () => {
    if (await onConfirm()) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      acts={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="danger" busy={busy} onClick={() => void confirm()}>
            {act}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      {problem && <ProblemNote problem={problem} />}
    </Dialog>
  )
}
