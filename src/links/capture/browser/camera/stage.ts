// The view that fills the screen while the camera runs and while a picture is previewed: nothing behind it can be
// reached or scrolled, and the browser’s Back leaves it.
import { find, show } from '../page.ts'

export type Stage = {
  readonly video: HTMLVideoElement
  readonly guide: HTMLElement
  /** The returned signal aborts when the person leaves the view. */
  enter(): AbortSignal
  /** Whether the error is only the abort after the person left the view. */
  isLeft(error: unknown): boolean
  leave(): void
  /**
   * Resolves to whether the person accepts this picture; undefined when the person left. `note` names a fault of the
   * picture.
   */
  ask(picture: Blob, note?: string): Promise<boolean | undefined>
}

export function createStage(): Stage {
  const dialog = find('stage', HTMLDialogElement)
  const video = find('video', HTMLVideoElement)
  const preview = find('preview', HTMLImageElement)
  const note = find('preview-note', HTMLElement)
  let left = new AbortController()

  function enter(): AbortSignal {
    dialog.dataset['shows'] = 'camera'
    if (dialog.open) return left.signal
    left = new AbortController()
    dialog.showModal()
    history.pushState({ stage: true }, '')
    return left.signal
  }

  function close(): void {
    if (!dialog.open) return
    dialog.close()
    left.abort()
  }

  function leave(): void {
    if (!dialog.open) return
    close()
    // Removes the history entry that `enter` made.
    if (isStage(history.state)) history.back()
  }

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  find('leave', HTMLButtonElement).addEventListener('click', leave)
  addEventListener('popstate', close)

  return {
    video,
    guide: find('guide', HTMLElement),
    enter,
    leave,
    isLeft: (error) => left.signal.aborted && error === left.signal.reason,
    async ask(picture, text = '') {
      const signal = enter()
      dialog.dataset['shows'] = 'preview'
      const address = URL.createObjectURL(picture)
      preview.src = address
      note.textContent = text
      show(note, text !== '')
      const use = find('use', HTMLButtonElement)
      use.focus({ preventScroll: true })
      const answer = await Promise.race([
        pressed(use).then(() => true),
        pressed(find('again', HTMLButtonElement)).then(() => false),
        aborted(signal),
      ])
      URL.revokeObjectURL(address)
      return answer
    },
  }
}

const isStage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'stage' in state

export const pressed = (button: HTMLButtonElement): Promise<void> =>
  new Promise((resolve) => {
    button.addEventListener('click', () => resolve(), { once: true })
  })

export const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
