// Reads the files of a folder, or of an S3 prefix, that may be published lists.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bucket, openBucket } from '#src/biometrics/images/bucket.ts'
import type { ListFile } from '#src/screening/lists/schema.ts'

const isList = (name: string) => /\.(csv|json|xml)$/i.test(name)

export type S3Keys = Omit<Bucket, 'endpoint'>

/**
 * `source` is `/data/lists`, or `s3+https://s3.sa-east-1.amazonaws.com/bucket/prefix`. Throws an Error that names what
 * is missing.
 */
export async function readListFiles(source: string, keys: S3Keys): Promise<ListFile[]> {
  const files = source.startsWith('s3+')
    ? await readBucket(new URL(source.slice(3)), keys)
    : await readFolder(source)
  if (files.length === 0) throw new Error(`${source} has no .csv, .json or .xml file`)
  return files
}

async function readFolder(folder: string): Promise<ListFile[]> {
  const names = await readdir(folder).catch(() => {
    throw new Error(`the folder ${folder} cannot be read`)
  })
  return Promise.all(
    names
      .filter(isList)
      .toSorted()
      .map(async (name) => {
        const path = join(folder, name)
        const bytes = await readFile(path)
        const { mtime, size } = await stat(path)
        if (size !== bytes.length) throw new Error(`${name} is being written`)
        return { name, bytes, modifiedAt: mtime }
      }),
  )
}

const requestMs = 120_000

async function readBucket(url: URL, keys: S3Keys): Promise<ListFile[]> {
  const [bucket = '', ...rest] = url.pathname.split('/').filter((part) => part !== '')
  if (bucket === '') throw new Error('name the bucket behind the host')
  const prefix = rest.length === 0 ? '' : `${rest.join('/')}/`
  const endpoint = `${url.origin}/${bucket}`
  const s3 = openBucket({ ...keys, endpoint }, requestMs)
  const found = await s3.listObjects('/', prefix).catch(() => undefined)
  if (!found) throw new Error(`the bucket ${bucket} cannot be listed`)
  const files: ListFile[] = []
  for (const { Key: key, LastModified: modified } of found.filter(({ Key }) => isList(Key))) {
    const bytes = await s3.getObjectArrayBuffer(key)
    if (!bytes) throw new Error(`${key} is gone`)
    const modifiedAt = new Date(modified)
    files.push({ name: key.slice(prefix.length), bytes: new Uint8Array(bytes), modifiedAt })
  }
  return files
}
