// Reads two-dimensional codes by ZXing in WebAssembly, from the file in its package.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Picture, unpack } from '../open-image.ts'
import type { CodeClaims } from '../port.ts'
import { readClaims } from './claims.ts'

const side = 1_200

let loading: Promise<unknown> | undefined

/** The file is given explicitly, because the library would otherwise fetch it from the network. */
function load(): Promise<unknown> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = Uint8Array.from(readFileSync(file)).buffer
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/** The claims of the first code with plain text. */
export async function readCode({ image }: Picture): Promise<CodeClaims | undefined> {
  await (loading ??= load().catch((error: unknown) => {
    // Forgotten after a failure, so that a file that is back is found the next time.
    loading = undefined
    throw error
  }))
  const sized = image.clone().resize({ width: side, height: side, fit: 'inside' })
  const { data, info } = await unpack(
    sized.ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  )
  const { width, height } = info
  const pixels = { data: Uint8ClampedArray.from(data), width, height, colorSpace: 'srgb' } as const
  const codes = await readBarcodes(pixels, {
    formats: ['QRCode', 'PDF417', 'Aztec', 'DataMatrix'],
    maxNumberOfSymbols: 4,
  })
  return codes
    .filter(({ isValid }) => isValid)
    .map(({ text }) => readClaims(text))
    .find((claims) => claims !== undefined)
}
