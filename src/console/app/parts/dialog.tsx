// Dialogs: plain ones, confirmations before an action, and drawers at the side.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useAct } from '../api/query.ts'
import { Button } from './inline.tsx'
import { ProblemNote } from './page.tsx'
import { words } from './words.ts'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly acts?: ComponentChildren
  readonly wide?: boolean
  readonly drawer?: boolean
  readonly children: ComponentChildren
}

/** The history entries of the open dialogs. */
const open = new Set<string>()
const shownStep = () => (history.state as { dialog?: string } | null)?.dialog

/** Leaves the page that a dialog acted on: first the dialog's step goes, so that Back leads to what came before the page. */
export function leaveAfterDialog(leave: () => void): void {
  if (shownStep() === undefined) leave()
  else addEventListener('popstate', leave, { once: true })
}

/** Removes the step of a closed dialog, and one below it whose dialog closed while this one was open. */
function stepBack(): void {
  const goOn = () => {
    const below = shownStep()
    if (below !== undefined && !open.has(below)) stepBack()
  }
  addEventListener('popstate', goOn, { once: true })
  history.back()
}

/**
 * Modal: the browser keeps the focus inside, Escape and Back close it, and the focus returns to where it was. The first
 * field gets the focus. The dialog has a history entry, so that Back leads to the page below it and never to another
 * one.
 */
export function Dialog({ title, onClose, acts, wide, drawer, children }: DialogProps) {
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    const focused = document.activeElement
    box.current?.showModal()
    box.current
      ?.querySelector<HTMLElement>('.form :is(input:not([type=hidden]), select, textarea)')
      ?.focus()
    // When a dialog follows another, it takes over the history entry that the closed one has left.
    const [before, step] = [shownStep(), crypto.randomUUID()]
    const isLeft = before !== undefined && !open.has(before)
    history[isLeft ? 'replaceState' : 'pushState']({ dialog: step }, '')
    open.add(step)
    const leave = () => {
      if (shownStep() !== step) latest.current()
    }
    addEventListener('popstate', leave)
    return () => {
      open.delete(step)
      removeEventListener('popstate', leave)
      // Closing without Back also removes the history entry, unless another page or dialog was opened meanwhile.
      setTimeout(() => shownStep() === step && stepBack())
      if (focused instanceof HTMLElement) focused.focus()
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
      <div class="dialog-head nowrap">
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
  /** Describes the effect and its object. */
  readonly children: ComponentChildren
  /** The text of the button that acts. */
  readonly act: string
  readonly run: () => Promise<unknown>
  readonly onClose: () => void
  /** The meaning of a refusal here, by its code. */
  readonly hints?: Readonly<Record<string, string>>
}

/** The confirmation before an irreversible action; it closes itself after success. */
export function ConfirmDialog({ title, children, act, run, onClose, hints = {} }: ConfirmProps) {
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
      <div class="stack">{children}</div>
      {hint && <p class="fault">{hint}</p>}
      {problem && <ProblemNote problem={problem} />}
    </Dialog>
  )
}
