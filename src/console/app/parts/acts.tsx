// What is done by a press or a key: at once, after a question, or by a form over the page.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAct } from '../api/query.ts'
import { useShortcut } from '../shell/shortcuts.tsx'
import { ConfirmDialog, type ConfirmProps } from './dialog.tsx'
import { FormDialog, type FormDialogProps } from './form.tsx'
import { Button, type ButtonKind } from './inline.tsx'
import { ProblemNote, Section } from './page.tsx'

type Pressed = {
  /** The words of the button. */
  readonly act: string
  readonly kind?: ButtonKind
  /** A key that does the same. */
  readonly shortcut?: string | undefined
  /** More than its words say, where several of them stand on a page. */
  readonly label?: string
  readonly hint?: string | undefined
  readonly disabled?: boolean
}

/** The words of an act, and the key that does the same. */
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

/** Does it at once; what went wrong stands beside it. */
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

/** Opens what stands over the page. */
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

/** Asks before it does it. */
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

/** Does it by a form. */
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
  /** The text that stands there before the section is asked for. */
  readonly lead?: string
  readonly children: ComponentChildren
}

/** A section that is read once somebody asks for it, because the audit says who has looked. */
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
