// Buttons for actions by press or key: at once, after a confirmation, or with a form over the page.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAct } from '../api/query.ts'
import { useShortcut } from '../shell/shortcuts.tsx'
import { ConfirmDialog, type ConfirmProps } from './dialog.tsx'
import { FormDialog, type FormDialogProps } from './form.tsx'
import { Button, type ButtonKind } from './inline.tsx'
import { ProblemNote, Section } from './page.tsx'

type Pressed = {
  /** The text of the button. */
  readonly act: string
  readonly kind?: ButtonKind
  /** A key for the same action. */
  readonly shortcut?: string | undefined
  /** A longer accessible name, if several buttons with the same text are on a page. */
  readonly label?: string
  readonly hint?: string | undefined
  readonly disabled?: boolean
}

/** The text of an action, with its key. */
const Keyed = ({ act, shortcut }: Pick<Pressed, 'act' | 'shortcut'>) => (
  <>
    {shortcut ? `${act} ` : act}
    {shortcut && <kbd>{shortcut}</kbd>}
  </>
)

type PressedProps = Pressed & { readonly busy?: boolean; readonly onPress: () => void }

function Pressed({ act, kind = 'plain', shortcut, label, hint, onPress, ...state }: PressedProps) {
  useShortcut(state.disabled ? undefined : shortcut, act, onPress)
  return (
    <Button {...state} kind={kind} aria-label={label} title={hint} onClick={onPress}>
      <Keyed act={act} shortcut={shortcut} />
    </Button>
  )
}

/** Acts at once; a problem is shown beside the button. */
export function ActButton({ run, ...button }: Pressed & { readonly run: () => Promise<unknown> }) {
  const { act, busy, problem } = useAct(run)
  return (
    <>
      <Pressed {...button} busy={busy} onPress={() => void act()} />
      {problem && <ProblemNote problem={problem} />}
    </>
  )
}

type OpenerProps = Pressed & { readonly children: (onClose: () => void) => ComponentChildren }

/** Opens a dialog. */
export function Opener({ children, ...button }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Pressed {...button} onPress={() => setOpen(true)} />
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

type AskedProps = Omit<ConfirmProps, 'onClose'> & Omit<Pressed, 'act'>

/** Asks for a confirmation before it acts. */
export function AskedButton({
  title,
  run,
  hints,
  children,
  kind = 'danger',
  ...button
}: AskedProps) {
  const question = { title, run, act: button.act, children, ...(hints && { hints }) }
  return (
    <Opener {...button} kind={kind}>
      {(onClose) => <ConfirmDialog {...question} onClose={onClose} />}
    </Opener>
  )
}

type FormButtonProps = Pressed &
  Omit<FormDialogProps, 'onClose' | 'title'> & { readonly title?: string }

/** Acts after a form is filled in. */
export function FormButton({
  title,
  submit,
  lead,
  isFinal = false,
  run,
  children,
  ...button
}: FormButtonProps) {
  return (
    <Opener {...button}>
      {(onClose) => (
        <FormDialog
          title={title ?? button.act}
          submit={submit}
          lead={lead}
          isFinal={isFinal}
          run={run}
          onClose={onClose}
        >
          {children}
        </FormDialog>
      )}
    </Opener>
  )
}

type AskedSectionProps = Pick<Pressed, 'act' | 'shortcut'> & {
  readonly title: string
  /** The text in place of the section until it is opened. */
  readonly lead?: string
  readonly children: ComponentChildren
}

/** A section that is loaded only on request, because the audit records who has seen it. */
export function AskedSection({ title, act, shortcut, lead, children }: AskedSectionProps) {
  const [isAsked, setAsked] = useState(false)
  const ask = () => setAsked(true)
  useShortcut(shortcut, title, ask)
  const keyed = <Keyed act={act} shortcut={shortcut} />
  return (
    <Section title={title} acts={!isAsked && <Button onClick={ask}>{keyed}</Button>}>
      {isAsked ? children : lead && <p class="soft">{lead}</p>}
    </Section>
  )
}
