// Stores a picture that the server has not acknowledged yet, in the browser only, until it has arrived or the link has
// ended.

export type Kept = {
  /** Identifies the link and the step. */
  readonly place: string
  readonly sha256: string
  readonly picture: Blob
  /** Epoch ms by this device’s clock. */
  readonly until: number
}

const storeName = 'unsent'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('atesta-capture', 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(storeName, { keyPath: 'place' })
      asked.result.createObjectStore('keys')
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('no database'))
  })
}

/** Undefined where the browser stores nothing, in a private window for instance. */
export async function inDatabase<T>(
  name: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode)
      const asked = ask(transaction.objectStore(name))
      transaction.oncomplete = () => {
        database.close()
        resolve(asked.result)
      }
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    })
  } catch {
    return undefined
  }
}

export async function keep(kept: Kept): Promise<void> {
  await inDatabase(storeName, 'readwrite', (store) => store.put(kept))
}

export async function forget(place: string): Promise<void> {
  await inDatabase(storeName, 'readwrite', (store) => store.delete(place))
}

/** Expired pictures of any link are deleted at once. */
export async function findKept(place: string): Promise<Kept | undefined> {
  const all = ((await inDatabase(storeName, 'readonly', (store) => store.getAll())) ?? []) as Kept[]
  for (const one of all) if (one.until < Date.now()) await forget(one.place)
  return all.find((one) => one.place === place && one.until >= Date.now())
}
