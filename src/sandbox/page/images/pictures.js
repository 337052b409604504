// Shows the selfies and documents of the opened transaction (the stored images and the results), and uploads images
// dropped here through the public API.
import { find, make } from '/pages/element.js'
import { describeDocument, describeLiveness } from './findings.js'

/** @import { Client } from '/pages/api.js' */
/** @import { RedocResult } from '../../../biometrics/examinations/schema.ts' */

/**
 * @param {Pick<Client, 'read' | 'upload'> & { transaction: () => string | undefined, changed: () => void }} deps
 * @returns {{ look: () => Promise<void>, forget: () => void }}
 */
export function startPictures({ read, upload, transaction, changed }) {
  const shown = find('pictures', HTMLElement)
  const said = find('pictures-said', HTMLElement)
  let newest = ''
  drop('selfies', 'liveness', (id, files) => {
    const form = new FormData()
    for (const file of files) form.append('images', file)
    return upload(`/v1/transaction/${id}/facial-biometrics/liveness`, form)
  })
  drop('documents', 'document', (id, [file]) => {
    const form = new FormData()
    if (file) form.append('selfie', file)
    return upload(`/v1/transaction/${id}/redoc`, form)
  })
  return { look, forget }

  /**
   * @param {'selfies' | 'documents'} name
   * @param {string} what
   * @param {(id: string, files: File[]) => ReturnType<Client['upload']>} post
   */
  function drop(name, what, post) {
    const zone = find(`drop-${name}`, HTMLLabelElement)
    const input = find(`choose-${name}`, HTMLInputElement)
    input.onchange = () => void take([...(input.files ?? [])])
    zone.ondragover = (event) => event.preventDefault()
    zone.ondrop = (event) => {
      event.preventDefault()
      void take([...(event.dataTransfer?.files ?? [])])
    }

    /** @param {File[]} files */
    async function take(files) {
      const id = transaction()
      if (id === undefined || files.length === 0) return
      said.textContent = `The engines look at the ${what} …`
      const answer = await post(id, files)
      input.value = ''
      said.textContent =
        answer.kind === 'ok' ? '' : answer.kind === 'problem' ? answer.title : 'No connection'
      if (transaction() === id) await look()
      changed()
    }
  }

  function forget() {
    newest = ''
    said.textContent = ''
    shown.replaceChildren()
  }

  /** Loads the results again; pictures are kept where nothing has changed. */
  async function look() {
    const id = transaction()
    if (id === undefined) return
    const base = `/v1/transaction/${id}`
    const [liveness, documents] = await Promise.all([
      read(`${base}/facial-biometrics/liveness`),
      read(`${base}/redoc`),
    ])
    if (transaction() !== id || liveness.kind !== 'ok' || documents.kind !== 'ok') return
    const now = JSON.stringify([id, liveness.body, documents.body])
    if (now === newest) return
    newest = now
    const links = await readLinks(base, liveness.body.length > 0, documents.body.length > 0)
    if (transaction() !== id) return
    shown.replaceChildren(
      ...renderOne('Selfie', links.selfie, describeLiveness(first(liveness.body))),
      ...renderOne(
        'Document',
        isBack(first(documents.body)) ? links.back : links.front,
        describeDocument(first(documents.body)),
      ),
    )
  }

  /**
   * Requests only existing images, because the browser logs each 404 as an error.
   * @param {string} base
   * @param {boolean} hasSelfie
   * @param {boolean} hasDocument
   */
  async function readLinks(base, hasSelfie, hasDocument) {
    const [selfie, document] = await Promise.all([
      hasSelfie ? read(`${base}/biometrics/selfie`) : undefined,
      hasDocument ? read(`${base}/biometrics/document`) : undefined,
    ])
    return {
      selfie: selfie?.kind === 'ok' ? selfie.body.selfieUrl : undefined,
      front: document?.kind === 'ok' ? document.body.documentFrontUrl : undefined,
      back: document?.kind === 'ok' ? document.body.documentBackUrl : undefined,
    }
  }
}

/** @param {any[]} listed newest first */
const first = (listed) => listed[0]

/**
 * Whether the result is for the back, so that the matching picture is shown.
 * @param {RedocResult | undefined} result
 */
const isBack = (result) => result?.additionalInformation.includes('side:back') ?? false

/**
 * @param {string} title
 * @param {string | undefined} url
 * @param {[name: string, value: string][]} findings
 */
function renderOne(title, url, findings) {
  if (findings.length === 0) return []
  const rows = findings.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])
  // Only the path of the URL is used, because the service may have another host name outside.
  const picture =
    url === undefined
      ? undefined
      : make('img', { src: new URL(url).pathname, alt: `${title} as it is stored` })
  return [make('h4', {}, title), ...(picture ? [picture] : []), make('dl', {}, ...rows)]
}
