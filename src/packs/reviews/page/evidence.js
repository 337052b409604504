// Shows the evidence: pictures, where the token may see them, and the timeline. It is loaded only on request, because
// each view is audited.
import { make } from '/pages/element.js'
import { opens, section } from '/pages/parts.js'
import { renderPictures } from '/pages/pictures.js'
import { read } from '/pages/reading.js'
import { renderTimeline } from '/pages/timeline.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Detail } from './review-view.js' */

/**
 * @param {Reading} reading
 * @param {Detail} review
 */
export function renderEvidence(reading, { evidence }) {
  const hrefOf = (/** @type {string} */ kind) => evidence.find((one) => one.kind === kind)?.href
  const [timeline, selfie, picture] = ['timeline', 'selfie', 'document'].map(hrefOf)
  const pictures = () => renderPictures(reading, [selfie ?? '', picture ?? ''])
  return section(
    'evidence',
    'To look at',
    ...(selfie && picture
      ? [opens('Pictures', pictures, { 'data-key': 'p' })]
      : [make('p', { class: 'soft' }, 'Pictures need the scope images:read.')]),
    ...(timeline
      ? [
          opens('What happened', async () => renderTimeline(await read(reading, timeline)), {
            'data-key': 't',
          }),
        ]
      : []),
  )
}
