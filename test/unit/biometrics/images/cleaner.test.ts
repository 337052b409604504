import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { createCleaner } from '#src/biometrics/images/cleaner.ts'
import { drawImage } from '#test/support/biometrics/images.ts'

test('a picture is taken apart in another process, and so is what is none', async () => {
  const cleaner = createCleaner()
  try {
    const picture = await drawImage(1, { format: 'png' })
    const [one, other] = await Promise.all([
      cleaner.clean(picture, 'acme'),
      cleaner.clean(picture, 'other'),
    ])
    expect([...one.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    expect(one).toEqual(other)
    const none = cleaner.clean(Buffer.from('<svg/>'), 'acme')
    await expect(none).rejects.toMatchObject({ name: 'ImageUnreadable', reason: 'type' })
  } finally {
    await cleaner.close()
  }
})

test('a kept picture is made to fit in that process, and is empty where it cannot', async () => {
  const cleaner = createCleaner()
  try {
    const picture = await drawImage(1, { width: 1_000, height: 800 })
    const fit = { minSide: 250, maxSide: 750, maxBytes: 100_000 }
    const small = await cleaner.fit(picture, 'acme', fit)
    const { width, height, format } = await sharp(small).metadata()
    expect([width, height, format]).toEqual([750, 600, 'jpeg'])
    expect(await cleaner.fit(picture, 'acme', { ...fit, minSide: 900 })).toHaveLength(0)
  } finally {
    await cleaner.close()
  }
})

test('a process that is killed is started again; who was beside is served, and who hangs it is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-cleaner-'))
  const file = join(folder, 'process.mjs')
  writeFileSync(
    file,
    `process.once('disconnect', () => process.exit())
     process.on('message', ({ id, bytes }) => {
       const what = Buffer.from(bytes).toString()
       if (what === 'hang') return
       if (what === 'kill') process.kill(process.pid, 'SIGKILL')
       if (what === 'environment') bytes = Buffer.from(process.env.SECRET ?? 'none')
       setTimeout(() => process.send({ id, answer: { kind: 'done', result: bytes } }), 50)
     })`,
  )
  vi.stubEnv('SECRET', 'of the service')
  const cleaner = createCleaner({ file: pathToFileURL(file), limitMs: 1_500 })
  const clean = (what: string) => cleaner.clean(Buffer.from(what), 'acme')
  try {
    const beside = clean('beside')
    await expect(clean('kill')).rejects.toMatchObject({ code: 'unavailable' })
    expect(Buffer.from(await beside).toString()).toBe('beside')
    await expect(clean('hang')).rejects.toMatchObject({ reason: 'damaged' })
    expect(Buffer.from(await clean('environment')).toString()).toBe('none')
  } finally {
    vi.unstubAllEnvs()
    await cleaner.close()
    rmSync(folder, { recursive: true })
  }
})
