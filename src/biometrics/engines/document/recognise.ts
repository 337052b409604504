// The OCR engine: Tesseract in WebAssembly, with the Portuguese model from its package. It runs in the calling thread,
// whose processor time can be limited.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Page } from './appearance.ts'
import type { Word } from './words.ts'

/** `zone`: the page consists of a machine-readable zone; `digits`: of a row of digits. */
export type Recogniser = (page: Page, what?: What) => Promise<Word[]>
export type What = 'page' | 'zone' | 'digits'

const require = createRequire(import.meta.url)

/** The model from the package; tests use others. */
export const modelFile = () =>
  join(dirname(require.resolve('@tesseract.js-data/por/package.json')), '4.0.0_best_int/por.traineddata.gz') // prettier-ignore

const letters = {
  page: '',
  zone: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
  digits: '0123456789',
} as const
/** Tesseract's numbers (publictypes.h): only the neural engine; letters anywhere, one block, one line. */
const lstmOnly = 1
const segmentation = { page: '11', zone: '6', digits: '7' } as const
/** Memory in WebAssembly only grows, so beyond this limit the engine is restarted after a page. */
const heapMax = 160_000_000

/** Called once per thread; it fetches nothing and writes nothing to the disk. */
export async function loadRecogniser(file = modelFile()): Promise<Recogniser> {
  const model = await promisify(gunzip)(await readFile(file))
  const program = await wasm.compile(
    await readFile(require.resolve('tesseract.js-core/tesseract-core-relaxedsimd-lstm.wasm')),
  )
  let tesseract = await openTesseract(program, model)
  return async (page, what = 'page') => {
    const words = tesseract.recognise(page, what)
    if (tesseract.heapBytes() > heapMax) tesseract = await openTesseract(program, model)
    return words
  }
}

async function openTesseract(program: object, model: Uint8Array) {
  // Safe because the package's version is exact, and the tests of documents use these parts of it.
  const open = require('tesseract.js-core/tesseract-core-relaxedsimd-lstm') as (
    given: object,
  ) => Promise<Core>
  let memory: Memory | undefined
  const core = await open({
    TesseractProgress: () => undefined,
    // The messages that the library prints about a page are dropped.
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports: object, begin: (instance: Instance, program: object) => void) {
      const instance = new wasm.Instance(program, imports)
      memory = Object.values(instance.exports).find((one) => one instanceof wasm.Memory)
      begin(instance, program)
    },
  })
  core.FS.writeFile('por.traineddata', model)
  const api = new core.TessBaseAPI()
  if (api.Init(null, 'por', lstmOnly) !== 0) throw new Error('the model of letters is not usable')
  // The engine has the model in its memory now, so the copy in its file system is deleted.
  core.FS.unlink('por.traineddata')
  return {
    heapBytes: () => memory?.buffer.byteLength ?? 0,
    recognise(page: Page, what: What): Word[] {
      api.SetVariable('tessedit_pageseg_mode', segmentation[what])
      api.SetVariable('tessedit_char_whitelist', letters[what])
      api.SetVariable('user_defined_dpi', '300')
      api.SetVariable('preserve_interword_spaces', '1')
      core.FS.writeFile('/input', toPgm(page))
      if (api.SetImageFile(1, 0) === 1) throw new Error('the page was not taken')
      api.Recognize(null)
      // Safe for the same reason.
      const { blocks } = JSON.parse(api.GetJSONText()) as { blocks: Block[] | null }
      api.Clear()
      core.FS.unlink('/input')
      return (blocks ?? [])
        .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
        .flatMap(({ words }) => words)
        .map(({ text, confidence, bbox }) => ({ text, sure: confidence, ...bbox }))
    },
  }
}

type Memory = { readonly buffer: ArrayBuffer }
type Instance = { readonly exports: Readonly<Record<string, unknown>> }

/** Safe because every Node has it; only the types of browsers declare it. */
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    compile(bytes: Uint8Array): Promise<object>
    readonly Instance: new (program: object, imports: object) => Instance
    readonly Memory: new () => Memory
  }
}

type Core = {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
  readonly TessBaseAPI: new () => {
    Init(path: null, language: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    /** Reads `/input`; 1 when it is no picture. */
    SetImageFile(orientation: number, angle: number): number
    Recognize(monitor: null): number
    GetJSONText(): string
    Clear(): void
  }
}

type Block = {
  readonly paragraphs: readonly { readonly lines: readonly { readonly words: readonly OcrWord[] }[] }[]
} // prettier-ignore
type OcrWord = {
  readonly text: string
  readonly confidence: number
  readonly bbox: {
    readonly x0: number
    readonly y0: number
    readonly x1: number
    readonly y1: number
  }
}

/** Writes the simplest format that the engine accepts: a line of text, followed by the raw bytes. */
function toPgm({ data, width, height }: Page): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])
}
