// Stores objects in an S3-compatible store. The bodies are sealed already, so requests need not sign their hash.
import type { S3mini } from 's3mini'
import { storageAway, type ObjectStore } from '#src/platform/object-store.ts'
import { type Bucket, openBucket } from './bucket.ts'

export type S3Config = Bucket & {
  /** The limit for one request, including its body. */
  readonly timeoutMs?: number
}

/** One more try after a pause: most failures of a store are short. */
const tries = 2
const pauseMs = 200
const pageSize = 1_000

export function s3Store({ timeoutMs = 8_000, ...config }: S3Config): ObjectStore {
  const s3 = openBucket(config, timeoutMs)
  return {
    put: (name, bytes) =>
      repeat(async () => {
        const answer = await s3.putObject(name, bytes, 'application/octet-stream')
        await answer.body?.cancel()
      }),
    get: (name) =>
      repeat(async () => {
        const found = await s3.getObjectArrayBuffer(name)
        if (found) return new Uint8Array(found)
        // A bucket that no longer exists answers 404 as well.
        if (await s3.bucketExists()) return undefined
        throw new Error('the bucket is not there')
      }),
    async remove(names) {
      // One by one, because the call for many needs a checksum that not every store accepts.
      for (const name of names) await repeat(() => s3.deleteObject(name))
    },
    async *list(folder) {
      let next: string | undefined
      do {
        const page = await repeat(() => readPage(s3, folder, next))
        next = page.next
        yield page.names
      } while (next !== undefined)
    },
  }
}

async function readPage(s3: S3mini, folder: string, after: string | undefined) {
  const page = await s3.listObjectsPaged('/', folder, pageSize, after)
  if (!page) throw new Error('the bucket is not there')
  return { names: (page.objects ?? []).map(({ Key }) => Key), next: page.nextContinuationToken }
}

async function repeat<T>(work: () => Promise<T>): Promise<T> {
  let failure: unknown
  for (let attempt = 0; attempt < tries; attempt++) {
    if (attempt > 0) await new Promise((done) => setTimeout(done, pauseMs))
    try {
      return await work()
    } catch (error) {
      failure = error
      // A call that has timed out is not repeated: the person has waited once already.
      if (error instanceof Error && error.name === 'TimeoutError') break
    }
  }
  throw storageAway(failure)
}
