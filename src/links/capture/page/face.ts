// The page of the face step: the camera with its challenge, and alternatives for people who cannot do it.
import { html } from 'hono/html'
import { triesMax } from '#src/links/lvs/walk.ts'
import { fileForm, triesLeft } from './document.ts'
import { inAppNote, isOfferFirst } from './other-device.ts'
import { faceTexts } from './island-texts.ts'
import { stage } from './stage.ts'
import { asks, otherWayLine, type Page } from './layout.ts'
import type { Markup, PageContext } from './context.ts'

export type FaceState = {
  readonly tries: number
  readonly transaction: string
  readonly offer: Markup
}

export function facePage(
  context: PageContext,
  { tries, transaction, offer }: FaceState,
  { error, progress }: Pick<Page, 'error' | 'progress'>,
): Page {
  const { write, base, formKey = '', assets } = context
  const isFirst = isOfferFirst(context)
  const key = html`<input type="hidden" name="key" value="${formKey}" />`
  return {
    title: write('faceTitle'),
    drawing: 'face',
    error,
    progress,
    more: html`${isFirst ? '' : offer}
      <details id="other-way">
        <summary>${write('faceReview')}</summary>
        <button type="button" class="second" id="approach" hidden>${write('faceApproach')}</button>
        <p>${write('faceReviewLead')}</p>
        ${fileForm(context, 'face-review', html`capture="user"`)}
        <form id="review-form" method="post" action="${base}/step/face-review" hidden>
          ${key}<input type="hidden" id="review-sha256" name="sha256" />
        </form>
        ${otherWayLine(context)}
      </details>
      ${asks(context, 'face-skip', 'faceSkip')}`,
    needs: 'face',
    script: {
      name: 'face',
      data: {
        key: formKey,
        transaction,
        folder: assets.face,
        files: assets.faceFiles,
        bytes: assets.faceBytes,
        texts: faceTexts(context),
      },
    },
    body: html`${inAppNote(context)} ${isFirst ? offer : ''}
      <p>${write('faceLead')}</p>
      ${tries > 0 ? html`<p class="small">${triesLeft(context, triesMax - tries)}</p>` : ''}
      <noscript><p class="error">${write('faceNoScript')}</p></noscript>
      ${stage(context, {
        kind: 'face',
        title: 'faceTitle',
        signs: html`<progress
          id="poses"
          max="1"
          value="0"
          aria-label="${write('faceProgress')}"
        ></progress>`,
        beside: html`<div class="arrow" id="arrow" data-to="" aria-hidden="true"></div>`,
        controls: html`<button type="button" class="plain" id="aloud" aria-pressed="false">
          ${write('readAloud')}
        </button>`,
      })}
      <p class="hint" id="hint" role="status"></p>
      <progress id="sending" max="1" value="0" hidden aria-label="${write('faceTitle')}"></progress>
      <div class="actions">
        <button type="button" class="${isFirst ? 'second' : ''}" id="open-camera" hidden>
          ${write('faceStart')}
        </button>
      </div>
      <form id="send-form" method="post" action="${base}/step/face-send" hidden>
        ${key}<input type="hidden" id="event" name="event" /><input
          type="hidden"
          id="images"
          name="images"
        />
      </form> `,
  }
}
