// The OCR engine: Tesseract in WebAssembly, with the Portuguese model that its package brings.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createWorker, OEM, PSM } from 'tesseract.js'
import type { Page } from './prepare.ts'
import type { Word } from './words.ts'

/** `zone`: the page is a machine-readable zone and nothing besides. */
export type Recogniser = (page: Page, what?: 'page' | 'zone') => Promise<Word[]>

const require = createRequire(import.meta.url)

const zoneLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

/** Once in a thread; it starts one of its own, and nothing is fetched or written. */
export async function loadRecogniser(): Promise<Recogniser> {
  const folder = dirname(require.resolve('@tesseract.js-data/por/package.json'))
  const worker = await createWorker('por', OEM.LSTM_ONLY, {
    langPath: join(folder, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    // What fails also rejects; without this it is thrown where nobody catches it.
    errorHandler: () => undefined,
  })
  const prepare = (what: 'page' | 'zone') =>
    worker.setParameters({
      tessedit_pageseg_mode: what === 'zone' ? PSM.SINGLE_BLOCK : PSM.SPARSE_TEXT,
      tessedit_char_whitelist: what === 'zone' ? zoneLetters : '',
      user_defined_dpi: '300',
      preserve_interword_spaces: '1',
    })
  let prepared: 'page' | 'zone' | undefined
  return async (page, what = 'page') => {
    if (prepared !== what) await prepare(what)
    prepared = what
    const { data } = await worker.recognize(toPgm(page), {}, { blocks: true, text: false })
    const paragraphs = (data.blocks ?? []).flatMap((block) => block.paragraphs)
    return paragraphs
      .flatMap(({ lines }) => lines.flatMap(({ words }) => words))
      .map(({ text, confidence, bbox }) => ({ text, sure: confidence, ...bbox }))
  }
}

/** The simplest format that it takes: a line of text, and the bytes as they are. */
function toPgm({ data, width, height }: Page): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])
}
