// Uploads a picture under its content hash, so that a repetition is the same upload.
import { here, sleep } from '../page.ts'

export type Sending = {
  readonly part: string
  readonly key: string
  readonly picture: Blob
  readonly sha256: string
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * `gone`: the link can no longer be used from this page; `same`: the picture did not suffice before; `digest-mismatch`:
 * it was changed on its way.
 */
export type UploadResult =
  | 'taken'
  | 'gone'
  | 'same'
  | 'digest-mismatch'
  | 'too-large'
  | 'unreadable'
  | 'not-taken'

const verdicts: Readonly<Record<number, UploadResult>> = {
  200: 'taken',
  201: 'taken',
  208: 'same',
  401: 'gone',
  403: 'gone',
  409: 'gone',
  410: 'gone',
  413: 'too-large',
  415: 'unreadable',
  422: 'digest-mismatch',
}

/** Retries until the server has answered, and at once when the connection is back. */
export async function send(sending: Sending): Promise<UploadResult> {
  for (let waitMs = 1_000; ; waitMs = Math.min(30_000, waitMs * 2)) {
    const status = await put(sending)
    const verdict = verdicts[status]
    if (verdict) return verdict
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) return 'not-taken'
    await Promise.race([sleep(waitMs), lineIsBack()])
  }
}

function put({ part, key, picture, sha256, onProgress }: Sending): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('PUT', here(`/step/captures/${part}/${sha256}`))
    request.setRequestHeader('x-capture-key', key)
    request.timeout = 60_000
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request.status)
    request.onerror = () => resolve(0)
    request.ontimeout = () => resolve(0)
    request.send(picture)
  })
}

const lineIsBack = (): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
  })

export async function hash(picture: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
