// The command over a folder of its own making; how good the figures are is for larger folders to say.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createEngines } from '../../../src/biometrics/engines/engines.ts'
import { facePicture } from '../../../test/engines/biometrics/engines/pictures.ts'
import { calibrate } from '../calibrate.ts'

const engines = createEngines({
  faceThreads: 1,
  documentThreads: 1,
  waitingMax: 1,
  livenessModel: true,
})
afterAll(() => engines.close())

test('labelled pictures become error rates, a plot and thresholds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-calibration-'))
  const put = (path: string, name: string, bytes: Buffer) => {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, name), bytes)
  }
  const drawn = facePicture('person-b-drawn')
  put('people/a', '1.jpg', facePicture('front'))
  put('people/a', '2.jpg', facePicture('left-10'))
  put('people/b', '1.jpg', drawn)
  put('people/b', '2.jpg', await sharp(drawn).blur(1).jpeg().toBuffer())
  put('people/b', 'broken.jpg', Buffer.from('no picture'))
  put('presentations/bona-fide', '1.jpg', facePicture('right-10'))
  put(
    'presentations/attack/print',
    '1.jpg',
    await sharp(facePicture('front')).greyscale().jpeg().toBuffer(),
  )
  try {
    const out = join(folder, 'out')
    const { text, skipped } = await calibrate(engines.face, folder, out)
    expect(text).toContain('2 people, 2 genuine pairs, 4 impostor pairs')
    expect(text).toContain('EER 0.0 %')
    expect(text).toMatch(/APCER print: \S+ % \(.+ of 1\), the worst/)
    expect(text).toMatch(/BPCER: 0.0 % \(.+ of 1\)/)
    expect(skipped).toEqual([join(folder, 'people/b/broken.jpg')])
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
    expect(report.model).toBe(engines.face.modelId)
    expect(readFileSync(join(out, 'plot.svg'), 'utf8')).toMatch(/^<svg /)
    expect(readFileSync(join(out, 'thresholds.env'), 'utf8')).toContain('the default stays')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
