// Stores data of the reader in the tab or browser; without storage, data last as long as the page.
type Place = 'sessionStorage' | 'localStorage'

export function recall(key: string, place: Place = 'sessionStorage'): string | undefined {
  try {
    return window[place].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined deletes it. */
export function keep(key: string, text: string | undefined, place: Place = 'sessionStorage'): void {
  try {
    if (text === undefined) window[place].removeItem(key)
    else window[place].setItem(key, text)
  } catch {
    // If the browser refuses storage, nothing is stored.
  }
}
