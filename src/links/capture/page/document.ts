// The page of the document step, for one side. Without a script its form sends the file as it is.
import { html } from 'hono/html'
import { triesMax } from '#src/links/lvs/walk.ts'
import { asks, button, type Page } from './layout.ts'
import type { Markup, PageContext } from './context.ts'
import { inAppNote, isOfferFirst } from './other-device.ts'
import { documentTexts } from './island-texts.ts'
import { stage } from './stage.ts'
import type { TextKey } from '../texts/texts.ts'

export type DocumentState = {
  readonly part: 'front' | 'back'
  readonly tries: number
  /** The key under which the device stores an unsent picture. */
  readonly place: string
  /** How long the device keeps the unsent picture. */
  readonly keepMs: number
  readonly offer: Markup
  /** Whether files signed by their issuer are accepted. */
  readonly digital: boolean
}

export function documentPage(
  context: PageContext,
  { part, tries, place, keepMs, offer, digital }: DocumentState,
  { error, progress }: Pick<Page, 'error' | 'progress'>,
): Page {
  const { write, formKey = '' } = context
  const isFront = part === 'front'
  const isFirst = isOfferFirst(context)
  return {
    title: write(isFront ? 'documentFront' : 'documentBack'),
    drawing: isFront ? 'card' : 'cardBack',
    error,
    progress,
    isMoreOpen: mendsByFile(error),
    more: html`${digital && isFront ? digitalForm(context, error) : ''} ${isFirst ? '' : offer}
    ${isFront ? '' : button(context, 'document-front', 'documentFrontAgain', 'quiet')}
    ${asks(context, 'document-skip', 'documentSkip')}`,
    needs: 'document',
    script: {
      name: 'document',
      data: { part, key: formKey, place, keepMs, texts: documentTexts(context) },
    },
    body: html`${inAppNote(context)} ${isFirst ? offer : ''}
      <p>${write(isFront ? 'documentLeadFront' : 'documentLeadBack')}</p>
      <p>${write('documentTips')}</p>
      ${tries > 0 ? html`<p class="small">${triesLeft(context, triesMax - tries)}</p>` : ''}
      ${stage(context, {
        kind: 'document',
        title: isFront ? 'documentFront' : 'documentBack',
        controls: html`<button type="button" id="take" hidden>${write('cameraTake')}</button>`,
      })}
      <p class="hint" id="hint" role="status"></p>
      <progress
        id="sending"
        max="1"
        value="0"
        hidden
        aria-label="${write('documentSend')}"
      ></progress>
      <div class="actions">
        <button type="button" class="${isFirst ? 'second' : ''}" id="open-camera" hidden>
          ${write('cameraOpen')}
        </button>
      </div>
      ${fileForm(context, `document-file-${part}`)}
      ${sendForm(context, isFront ? 'document-next' : 'document-send')}
      ${isFront ? '' : button(context, 'document-send', 'documentOneSide', 'second')}
      ${tries > 0 && isFront ? button(context, 'document-review', 'documentReview', 'second') : ''}`,
  }
}

/** `action` names the form that takes a file without script. */
export const fileForm = (
  { write, base, formKey = '' }: PageContext,
  action: string,
  more: Markup | '' = '',
): Markup =>
  html`<form
    id="file-form"
    method="post"
    action="${base}/file/${action}"
    enctype="multipart/form-data"
  >
    <input type="hidden" name="key" value="${formKey}" />
    <label for="file">${write('documentFile')}</label>
    <input
      id="file"
      name="file"
      type="file"
      accept="image/jpeg,image/png"
      required
      ${more}
      aria-describedby="file-hint"
    />
    <p class="small" id="file-hint">${write('documentFileHint')}</p>
    <button class="second">${write('documentSend')}</button>
  </form>`

/** Whether another file mends the error, so that the form for files is opened. */
const mendsByFile = (error: TextKey | undefined): boolean =>
  error === 'hintFileAltered' || error === 'digitalNoPdf'

/** The form for a file signed by its issuer, which is sent as it is. */
const digitalForm = (
  { write, base, formKey = '' }: PageContext,
  error: TextKey | undefined,
): Markup =>
  html`<details ${mendsByFile(error) ? 'open' : ''}>
    <summary>${write('digitalTitle')}</summary>
    <ul>
      <li>${write('digitalCnh')}</li>
      <li>${write('digitalCin')}</li>
    </ul>
    <p>${write('digitalAsIs')}</p>
    <form method="post" action="${base}/file/document-digital" enctype="multipart/form-data">
      <input type="hidden" name="key" value="${formKey}" />
      <label for="digital">${write('digitalFile')}</label>
      <input
        id="digital"
        name="file"
        type="file"
        accept="application/pdf"
        required
        aria-describedby="digital-hint"
      />
      <p class="small" id="digital-hint">${write('digitalHint')}</p>
      <button class="second">${write('digitalSend')}</button>
    </form>
  </details>`

/** The form that the island submits when the picture has arrived. */
const sendForm = ({ base, formKey = '' }: PageContext, action: string): Markup =>
  html`<form id="send-form" method="post" action="${base}/step/${action}" hidden>
    <input type="hidden" name="key" value="${formKey}" /><input
      type="hidden"
      id="sha256"
      name="sha256"
    />
  </form>`

export const triesLeft = ({ write }: PageContext, tries: number): string =>
  tries === 1 ? write('oneTry') : write('tries', { tries: Math.max(0, tries) })
