// The view of the camera, which fills the screen, and the preview of a picture.
import { html } from 'hono/html'
import type { TextKey } from '../texts/texts.ts'
import type { Markup, PageContext } from './context.ts'

type Shown = {
  readonly kind: 'document' | 'face'
  readonly title: TextKey
  /** The buttons at the bottom of the video, beside the one to leave. */
  readonly controls: Markup
  /** Shown over the video, below the hint. */
  readonly signs?: Markup
  /** Shown over the video, at the sides of the frame. */
  readonly beside?: Markup
}

export function stage({ write, settings, purpose }: PageContext, shown: Shown): Markup {
  const { kind, title, controls, signs, beside } = shown
  const about = purpose === undefined ? settings.name : `${settings.name} · ${purpose}`
  return html`<dialog
    class="stage ${kind}"
    id="stage"
    data-shows="camera"
    aria-label="${write(title)}"
    aria-describedby="stage-about"
  >
    <div class="screen">
      <video id="video" playsinline muted></video>
      <div class="over">
        <div class="top">
          <p id="stage-about" class="about">${about}</p>
          <p class="say" id="camera-hint" role="status"></p>
          ${signs ?? ''}
        </div>
        <div class="middle">
          <div class="guide" id="guide"></div>
          ${beside ?? ''}
        </div>
        <div class="foot">
          ${controls}
          <button type="button" class="plain" id="leave">${write('cameraClose')}</button>
        </div>
      </div>
    </div>
    <div class="look">
      <img id="preview" alt="${write('previewAlt')}" />
      <p class="say" id="preview-note" role="status" hidden></p>
      <p>${write(kind === 'document' ? 'previewDocument' : 'previewFace')}</p>
      <div class="choice">
        <button type="button" id="use">${write('previewUse')}</button>
        <button type="button" class="second" id="again">${write('previewAgain')}</button>
      </div>
    </div>
  </dialog>`
}
