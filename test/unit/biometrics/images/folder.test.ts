import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStore } from '#src/biometrics/images/folder.ts'
import { createImages } from '#src/biometrics/images/images.ts'
import { newId } from '#src/platform/ids.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { drawImage, listAll, memoryStore } from '#test/support/biometrics/images.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atesta-images-'))
})
afterAll(() => rm(folder, { recursive: true }))

const name = `2026-11-22/${newId()}`

describe('a folder of objects', () => {
  test('gives back what was put, for its owner alone, and lists whole objects', async () => {
    const store = folderStore(folder)
    await store.put(name, Buffer.from('sealed'))
    await writeFile(join(folder, '2026-11-22/.draft-left'), 'half')
    expect(Buffer.from((await store.get(name)) ?? [])).toEqual(Buffer.from('sealed'))
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    const listed = await listAll(store, '2026-11-22/')
    expect(listed).toEqual([name])
    expect(await listAll(store, '2026-11-21/')).toEqual([])
  })

  test('has none that was removed; removing twice is no error', async () => {
    const store = folderStore(folder)
    await store.remove([name, name])
    expect(await store.get(name)).toBeUndefined()
    expect(await readdir(join(folder, '2026-11-22'))).toEqual(['.draft-left'])
  })

  test('never leaves the folder', async () => {
    await expect(async () =>
      folderStore(folder).put('../outside', Buffer.from('')),
    ).rejects.toThrow('not the name')
  })

  test('that cannot be used is away, which says nothing about an image', async () => {
    const store = folderStore(join(folder, '2026-11-22/.draft-left'))
    await expect(store.put(name, Buffer.from(''))).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('an image that is kept', () => {
  const sealer = createSealer(openKeyring(createKeyring()))
  const make = async (id = newId()) => {
    const { wrapped } = await sealer.createKey('acme', id)
    return { id, tenant: 'acme', key: wrapped }
  }

  test('is sealed before it leaves the process, and opens for its transaction alone', async () => {
    const store = memoryStore()
    const images = createImages(sealer, store)
    const [owner, other] = [await make(), await make()]
    const bytes = await drawImage()
    const [stored] = await images.put(owner, [bytes])
    const [object] = store.objects.values()
    expect(Buffer.from(object ?? []).includes(bytes.subarray(0, 16))).toBe(false)
    expect(Buffer.from(await images.load(owner, stored?.id ?? ''))).toEqual(bytes)
    await expect(images.load(other, stored?.id ?? '')).rejects.toMatchObject({ name: 'SealError' })
  })

  test('does not open after a single bit has changed, or in the place of another', async () => {
    const store = memoryStore()
    const images = createImages(sealer, store)
    const owner = await make()
    const [one, two] = await images.put(owner, [await drawImage(1), await drawImage(2)])
    const [first, second] = [...store.objects.keys()]
    const swapped = store.objects.get(second ?? '')
    const flipped = Uint8Array.from(store.objects.get(first ?? '') ?? [])
    flipped[40] = (flipped[40] ?? 0) ^ 1
    store.objects.set(first ?? '', flipped)
    await expect(images.load(owner, one?.id ?? '')).rejects.toMatchObject({ name: 'SealError' })
    store.objects.set(first ?? '', swapped ?? new Uint8Array())
    await expect(images.load(owner, one?.id ?? '')).rejects.toMatchObject({ name: 'SealError' })
    store.objects.delete(second ?? '')
    await expect(images.load(owner, two?.id ?? '')).rejects.toMatchObject({ name: 'ImageLost' })
  })

  test('cannot be read once its key was destroyed', async () => {
    const images = createImages(sealer, memoryStore())
    const owner = await make()
    const [stored] = await images.put(owner, [await drawImage()])
    const erased = { ...owner, key: { ...owner.key, wrapped: null } }
    await expect(images.load(erased, stored?.id ?? '')).rejects.toMatchObject({
      name: 'ErasedError',
    })
  })

  test('has nothing of its file beside its pixels, and stands upright', async () => {
    const { default: sharp } = await import('sharp')
    const tagged = await sharp(await drawImage(1, { width: 40, height: 20 }))
      .withExif({ IFD0: { Copyright: 'somebody-private' }, IFD3: { GPSLatitudeRef: 'S' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const [clean = new Uint8Array()] = await createImages(sealer, memoryStore()).clean(
      { tenant: 'acme' },
      [tagged],
    )
    const { exif, orientation, width, height, format } = await sharp(clean).metadata()
    expect({ exif, orientation, width, height, format }).toEqual({
      exif: undefined,
      orientation: undefined,
      width: 20,
      height: 40,
      format: 'jpeg',
    })
    expect(Buffer.from(clean).includes('somebody-private')).toBe(false)
  })

  test('says which of several cannot be decoded', async () => {
    const sent = [await drawImage(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]
    const cleaning = createImages(sealer, memoryStore()).clean({ tenant: 'acme' }, sent)
    await expect(cleaning).rejects.toMatchObject({ name: 'ImageUnreadable', index: 1 })
  })
})
